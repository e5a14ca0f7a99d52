#!/bin/bash
# Builds adcc and runs its tests.
#
#   scripts/test.sh [quick|normal|full] [ctest arguments...]
#
#   quick   release build; one in two programs but the slow ones at one level, few random programs,
#           no examples: under 3 minutes
#   normal  release build; every test (the default), programs at every level and once with their
#           derivatives under AddressSanitizer
#   full    every test, each program at two of the levels, by its name (slow ones at one), and at
#           another by a debug build with ASan and UBSan, which verifies the module after every stage
#           (one in three, and in six of those that take long)
set -euo pipefail
cd "$(dirname "$0")/.."
mode=normal
case ${1:-} in quick | normal | full) mode=$1; shift ;; esac
jobs=$(nproc)

scripts/setup.sh
build_and_test() { # preset, cmake settings..., --, ctest arguments...
  local preset=$1 settings=()
  shift
  while [ "$1" != -- ]; do settings+=("$1"); shift; done
  shift
  cmake --preset "$preset" "${settings[@]}"
  cmake --build --preset "$preset" -j "$jobs"
  ctest --preset "$preset" -j "$jobs" "$@"
}

levels="O0 O1 O2 O3 fast raw asan"
all=(-DADCC_TEST_LEVELS="$levels" -DADCC_FUZZ_SEEDS=120 -DADCC_FUZZ_SECOND=40 -DADCC_TEST_LEVELS_OF_LARGE=
  -DADCC_ONE_IN=1)
most=(-DADCC_TEST_LEVELS="O0/O1/O2/O3 raw/fast/asan -either" -DADCC_FUZZ_SEEDS=120 -DADCC_FUZZ_SECOND=25
  -DADCC_ONE_IN=1
  -DADCC_TEST_LEVELS_OF_LARGE="O0/O1/O2/O3/raw/fast/asan -either")
few=(-DADCC_TEST_LEVELS=either -DADCC_TEST_LEVELS_OF_LARGE= -DADCC_FUZZ_SEEDS=20 -DADCC_FUZZ_SECOND=10)
some=(-DADCC_LONG_ONE_IN=6 -DADCC_ONE_IN=3)
case $mode in
quick)
  build_and_test release "${few[@]}" -DADCC_FUZZ_SECOND=5 -DADCC_ONE_IN=2 -- -LE "example|large|slow" "$@"
  ;;
normal) build_and_test release "${all[@]}" -- "$@" ;;
full)
  build_and_test release "${most[@]}" -- "$@"
  # Neither what reads the sources nor what takes times has anything new to say of this build.
  # Short stacks of allocations cost little, and no error is missed by them.
  export ASAN_OPTIONS=malloc_context_size=2
  build_and_test asan "${few[@]}" "${some[@]}" -- -LE "package|example" -E "^(layering$|headers$|growth[.])" "$@"
  ;;
esac
