# What `cmake --install` puts where: the compiler, the runtime, the headers, and what CMake and
# pkg-config need to find them.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/adcc)

install(TARGETS adcc adcc_rt EXPORT adccTargets)
install(PROGRAMS scripts/adcc-cc DESTINATION ${CMAKE_INSTALL_BINDIR})
install(CODE "file(CREATE_LINK adcc-cc \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/adcc-c++\" SYMBOLIC)")
install(DIRECTORY include/adcc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT adccTargets NAMESPACE adcc:: DESTINATION ${package_dir})

configure_package_config_file(scripts/cmake/adccConfig.cmake.in adccConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(adccConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(scripts/cmake/adcc.pc.in adcc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/adccConfig.cmake ${PROJECT_BINARY_DIR}/adccConfigVersion.cmake
              scripts/cmake/AdccAddDerivatives.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/adcc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
