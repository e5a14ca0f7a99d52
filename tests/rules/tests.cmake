# Every row of the rule tables, checked apart from the differentiation that uses them; included by
# tests/CMakeLists.txt.
#   rules          each partial derivative, in each type, against differences of its function
#   rules.lower    each rewriting of lower.c: the results stay the same
#   rules.lookup   which names are recognised
set(rules ${CMAKE_CURRENT_LIST_DIR})
set(rules_output ${CMAKE_CURRENT_BINARY_DIR}/rules)
file(MAKE_DIRECTORY ${rules_output})

foreach(program emit_partials emit_lowered check_lookup)
  add_executable(rules_${program} ${rules}/${program}.c)
  set_target_properties(rules_${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${rules_output})
  target_link_libraries(rules_${program} PRIVATE adcc_core)
endforeach()
add_test(NAME rules.lookup COMMAND rules_check_lookup)
set_tests_properties(rules.lookup PROPERTIES LABELS unit TIMEOUT 60)

# The module has x86_fp80 and the references __float128.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(compile ${ADCC_CLANG} -std=gnu17 -O1 -Wall -Wextra -Werror -Wno-override-module)
  set(check ${rules}/check_partials.c ${rules}/references.c)
  add_custom_command(
      OUTPUT ${rules_output}/check_partials
      COMMAND rules_emit_partials ${rules_output}/partials.bc
      # compiler-rt has the conversions to bfloat that older libgcc lacks
      COMMAND ${compile} ${check} ${rules_output}/partials.bc --rtlib=compiler-rt -lm
              -o ${rules_output}/check_partials
      DEPENDS rules_emit_partials ${check} ${rules}/points.def
              ${PROJECT_SOURCE_DIR}/src/rules/math.def
      COMMENT "Emitting every rule in every type" VERBATIM)
  add_custom_command(
      OUTPUT ${rules_output}/check_lower
      COMMAND ${ADCC_CLANG} -std=gnu17 -O2 -fno-math-errno -emit-llvm -c ${rules}/lower_cases.c
              -o ${rules_output}/lower_cases.bc
      COMMAND rules_emit_lowered ${rules_output}/lower_cases.bc ${rules_output}/lowered.bc
      COMMAND ${compile} ${rules}/check_lower.c ${rules}/lower_cases.c ${rules_output}/lowered.bc
              -lm -o ${rules_output}/check_lower
      DEPENDS rules_emit_lowered ${rules}/check_lower.c ${rules}/lower_cases.c
              ${rules}/lower_cases.h
      COMMENT "Lowering every call that is lowered" VERBATIM)
  add_custom_target(rules_checks ALL
      DEPENDS ${rules_output}/check_partials ${rules_output}/check_lower)
  add_test(NAME rules COMMAND ${rules_output}/check_partials)
  add_test(NAME rules.lower COMMAND ${rules_output}/check_lower)
  set_tests_properties(rules rules.lower PROPERTIES LABELS unit TIMEOUT 60)
endif()
