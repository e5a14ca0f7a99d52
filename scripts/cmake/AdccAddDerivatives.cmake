# adcc_add_derivatives(target source... [OPTIONS option...])
#
# Compiles each C or C++ source to bitcode with clang-22, with the target's include folders,
# definitions, options and language standard; runs adcc once over all of them, so that a function may
# be differentiated through those that it calls in another of the sources; and links the result and
# the runtime into the target. OPTIONS go to adcc. The sources must not be sources of the target too.
function(adcc_add_derivatives target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  set(sources ${arg_UNPARSED_ARGUMENTS})
  if(NOT TARGET ${target} OR NOT sources)
    message(FATAL_ERROR "adcc_add_derivatives(target source... [OPTIONS option...])")
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/adcc/${target})
  file(MAKE_DIRECTORY ${folder})

  foreach(what INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS C_STANDARD CXX_STANDARD)
    set(${what} $<TARGET_PROPERTY:${target},${what}>)
  endforeach()
  set(includes "$<$<BOOL:${INCLUDE_DIRECTORIES}>:-I$<JOIN:${INCLUDE_DIRECTORIES},;-I>>")
  set(definitions "$<$<BOOL:${COMPILE_DEFINITIONS}>:-D$<JOIN:${COMPILE_DEFINITIONS},;-D>>")
  set(bitcode)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(GET source STEM LAST_ONLY name)
    cmake_path(GET source EXTENSION LAST_ONLY extension)
    if(extension STREQUAL ".c")
      set(standard "$<$<BOOL:${C_STANDARD}>:-std=gnu${C_STANDARD}>")
    else()
      set(standard "$<$<BOOL:${CXX_STANDARD}>:-std=gnu++${CXX_STANDARD}>")
    endif()
    string(MD5 tag ${source}) # two folders may have files of one name
    string(SUBSTRING ${tag} 0 6 tag)
    set(output ${folder}/${name}-${tag}.bc)
    # For optimisation, but not yet optimised: adcc wants loops and types as they were written.
    # What is empty vanishes, lists become several arguments: COMMAND_EXPAND_LISTS.
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${ADCC_CLANG} -O2 -Xclang -disable-llvm-passes "$<$<CONFIG:Debug>:-g>"
                "${standard}" "${includes}" "${definitions}" "${COMPILE_OPTIONS}" -emit-llvm -MD -MF ${output}.d -c ${source} -o ${output}
        DEPENDS ${source} DEPFILE ${output}.d
        COMMENT "Compiling ${name}${extension} to bitcode" VERBATIM COMMAND_EXPAND_LISTS)
    list(APPEND bitcode ${output})
  endforeach()

  list(GET bitcode 0 first)
  cmake_path(REPLACE_EXTENSION first LAST_ONLY .o OUTPUT_VARIABLE object)
  add_custom_command(
      OUTPUT ${object}
      COMMAND adcc::adcc ${arg_OPTIONS} ${bitcode} -o ${object}
      DEPENDS ${bitcode} adcc::adcc
      COMMENT "Differentiating for ${target}" VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_sources(${target} PRIVATE ${object})
  target_link_libraries(${target} PRIVATE adcc::runtime m)
endfunction()
