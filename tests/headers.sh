#!/bin/bash
# The headers that programs include, and a program that uses them, without a warning from any
# compiler: adcc's calls are ordinary ones to all but clang's output.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
CLANG=${CLANG:-clang-22}
CXX=${CLANG/clang/clang++}
command -v "$CXX" >/dev/null || CXX=$(dirname "$CLANG")/clang++ # where LLVM has its own folder
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
for cpp in g++ "$CXX"; do
  for standard in c++17 c++20; do
    check "$cpp" -std=$standard -xc++ include/adcc/adcc.hpp
    check "$cpp" -std=$standard -Itests -Wno-unknown-pragmas tests/run/interface_typed_many.cpp
  done
done
# What the typed layer says of a call that does not fit.
refuse() { # message, statement
  local source="#include <adcc/adcc.hpp>
    #include <vector>
    static double f(const std::vector<double> &v, double x) { return v[0] * x; }
    void call(std::vector<double> &v, std::vector<float> &w, double x) { $2; }"
  local message
  message=$("$CXX" -std=c++17 -Iinclude -fsyntax-only -xc++ - <<<"$source" 2>&1)
  if grep -q "error: .*$1" <<<"$message"; then
    passed=$((passed + 1))
  else
    echo "FAIL '$2' brings no message like '$1': $message"
    failed=$((failed + 1))
  fi
}
refuse "wrap each of the function's arguments, once" "adcc::reverse<f>(adcc::duplicated(v, v))"
refuse "a parameter by reference is memory: pass adcc::duplicated" \
  "adcc::reverse<f>(adcc::active(x), adcc::active(x))"
refuse "an argument or its shadow is of another type than the parameter" \
  "adcc::reverse<f>(adcc::duplicated(v, w), adcc::active(x))"
refuse "only floating point is active by value" \
  "adcc::reverse<f>(adcc::duplicated(v, v), adcc::active(1))"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
