# The tests that run adcc as a user does; included by tests/CMakeLists.txt.
# One ctest entry a program: run.NAME, error.NAME, and fuzz.* for ranges of random programs.
set(run_environment
    "ADCC=$<TARGET_FILE:adcc>" "ADCC_RUNTIME=$<TARGET_FILE:adcc_rt>" "JOBS=1")
set(ADCC_TEST_LEVELS "O0 O1 O2 O3 fast raw debug" CACHE STRING
    "The ways tests/run programs are compiled, as tests/run.sh describes them")
set(ADCC_TEST_LEVELS_OF_LARGE "" CACHE STRING "The same for those that take long, large or slow, if other")
set(ADCC_LONG_ONE_IN 1 CACHE STRING "Of the programs that take long, large or slow, one in how many is run")
set(ADCC_ONE_IN 1 CACHE STRING "The same of the others")
set(ADCC_FUZZ_SEEDS 300 CACHE STRING "How many random C programs the suite runs")
set(ADCC_FUZZ_SECOND 40 CACHE STRING "How many it runs for second derivatives, for halves and lanes, for nests")

# Programs that adcc refuses, with an error, and that it is to take one day. They are not run here; the
# README's list of limits has them all.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/pending.txt pending REGEX "^[a-z]")
list(TRANSFORM pending REPLACE ":.*" "")
# Programs that quick runs leave out.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/slow.txt slow REGEX "^[a-z]")

option(ADCC_FUZZ_CPP "Run random C++ programs too" ON)

function(add_script_tests folder script)
  file(GLOB programs CONFIGURE_DEPENDS
       ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.c ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.cpp
       ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.ll ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.sh)
  set(long_ones 0)
  set(others 0)
  foreach(program IN LISTS programs)
    cmake_path(GET program STEM LAST_ONLY name)
    if(name MATCHES "^rules_.*_file$") # compiled with the program that names it
      continue()
    endif()
    if(name IN_LIST pending)
      continue()
    endif()
    set(labels ${folder})
    set(arguments ${ARGN})
    set(environment ${run_environment})
    if(name IN_LIST slow AND folder STREQUAL run)
      list(APPEND labels slow)
    endif()
    file(STRINGS ${program} large REGEX "^// large:")
    if(large OR name MATCHES "^(eigen|scale)_") # they take most of the time to compile
      list(APPEND labels large)
      list(APPEND environment ADCC_TIMEOUT=400)
    endif()
    if("large" IN_LIST labels OR "slow" IN_LIST labels)
      if(ARGN AND ADCC_TEST_LEVELS_OF_LARGE)
        set(arguments -l "${ADCC_TEST_LEVELS_OF_LARGE}")
      endif()
      math(EXPR turn "${long_ones} % ${ADCC_LONG_ONE_IN}")
      math(EXPR long_ones "${long_ones} + 1")
    else()
      math(EXPR turn "${others} % ${ADCC_ONE_IN}")
      math(EXPR others "${others} + 1")
    endif()
    if(NOT turn EQUAL 0)
      continue()
    endif()
    add_test(NAME ${folder}.${name} COMMAND ${script} ${arguments} ${program})
    set_tests_properties(${folder}.${name} PROPERTIES
        ENVIRONMENT "${environment}" TIMEOUT 600 LABELS "${labels}" SKIP_RETURN_CODE 77)
  endforeach()
endfunction()

add_script_tests(run ${CMAKE_CURRENT_LIST_DIR}/run.sh -l "${ADCC_TEST_LEVELS}")
add_script_tests(error ${CMAKE_CURRENT_LIST_DIR}/error.sh)
add_script_tests(dump ${CMAKE_CURRENT_LIST_DIR}/dump.sh)

# Split so that `ctest -j` has something to share out.
math(EXPR quarter "(${ADCC_FUZZ_SEEDS} + 3) / 4")
foreach(part RANGE 3)
  math(EXPR first "1 + ${part} * ${quarter}")
  add_test(NAME fuzz.c_from_${first}
           COMMAND ${CMAKE_CURRENT_LIST_DIR}/fuzz/run.sh ${first} ${quarter})
  set_tests_properties(fuzz.c_from_${first} PROPERTIES
      ENVIRONMENT "${run_environment}" TIMEOUT 1800 LABELS fuzz)
endforeach()
foreach(kind second modes nests)
  add_test(NAME fuzz.${kind} COMMAND ${CMAKE_CURRENT_LIST_DIR}/fuzz/run.sh
           1 ${ADCC_FUZZ_SECOND} --${kind})
  set_tests_properties(fuzz.${kind} PROPERTIES
      ENVIRONMENT "${run_environment}" TIMEOUT 1800 LABELS fuzz)
endforeach()
if(ADCC_FUZZ_CPP)
  add_test(NAME fuzz.cpp COMMAND ${CMAKE_CURRENT_LIST_DIR}/fuzz/run.sh 1 ${quarter} --cpp)
  set_tests_properties(fuzz.cpp PROPERTIES
      ENVIRONMENT "${run_environment}" TIMEOUT 1800 LABELS fuzz)
endif()

# Damaged input ends in an error. (Sanitizers stop where LLVM's reader crashes on it.)
if(NOT ADCC_SANITIZE)
  add_test(NAME fuzz.damaged COMMAND ${CMAKE_CURRENT_LIST_DIR}/fuzz/damaged.py 1 120)
  set_tests_properties(fuzz.damaged PROPERTIES
      ENVIRONMENT "${run_environment}" TIMEOUT 600 LABELS fuzz)
endif()

# The examples, the gradient checks of GPT-2 at every level (of two to choose from, the second).
foreach(example hello roots)
  add_test(NAME example.${example} COMMAND ${CMAKE_CURRENT_LIST_DIR}/examples.sh ${example})
  set_tests_properties(example.${example} PROPERTIES
      ENVIRONMENT "${run_environment}" TIMEOUT 300 LABELS example)
endforeach()
separate_arguments(levels UNIX_COMMAND "${ADCC_TEST_LEVELS}")
list(TRANSFORM levels REPLACE ".*/" "")
list(REMOVE_ITEM levels debug either -either)
foreach(level IN LISTS levels)
  add_test(NAME example.gpt2_${level} COMMAND ${CMAKE_CURRENT_LIST_DIR}/examples.sh gpt2 ${level})
  set_tests_properties(example.gpt2_${level} PROPERTIES
      ENVIRONMENT "${run_environment}" TIMEOUT 900 LABELS example)
endforeach()

# The work is to grow no faster than n log n, but for what growth.py names.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(family statements branches functions nests depth objects calls values)
  add_test(NAME growth.${family}
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/growth.py --check ${family})
  set_tests_properties(growth.${family} PROPERTIES
      LABELS large ENVIRONMENT "${run_environment};CLANG=${ADCC_CLANG}" TIMEOUT 600)
endforeach()
