#!/bin/bash
# The headers that programs include, and a program that uses them, without a warning from any
# compiler: adcc's calls are ordinary ones to all but clang's output.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
CLANG=${CLANG:-clang-22}
passed=0 failed=0
check() { # command...
  command -v "$1" >/dev/null || return
  if "$@" -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only; then
    passed=$((passed + 1))
  else
    echo "FAIL $*"
    failed=$((failed + 1))
  fi
}
for header in include/adcc/*.h; do
  for c in gcc "$CLANG"; do check "$c" -std=c11 -xc "$header"; done
done
for cpp in g++ "${CLANG/clang/clang++}"; do
  for standard in c++17 c++20; do
    check "$cpp" -std=$standard -xc++ include/adcc/adcc.hpp
    check "$cpp" -std=$standard -Itests -Wno-unknown-pragmas tests/run/interface_typed_many.cpp
  done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
