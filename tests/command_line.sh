#!/bin/bash
# The command line: help, version, and what wrong usage says.  tests/command_line.sh ADCC
adcc=${1:-build/release/adcc}
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# expect CODE REGEX ARGUMENT...: the exit code, and an extended regex that the output matches.
expect() {
  local code=$1 regex=$2 got
  shift 2
  "$adcc" "$@" >"$work/log" 2>&1 </dev/null
  got=$?
  if [ $got = "$code" ] && grep -Eq -e "$regex" "$work/log"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL adcc $*: exit code $got, expected $code and: $regex"
    sed 's/^/    /' "$work/log"
  fi
}

expect 0 '^usage: adcc' --help
expect 0 '--emit=KIND +obj' --help
expect 0 '^adcc [0-9.]+ \(LLVM 22\.' --version
expect 0 '^usage: adcc' --help --version
expect 2 "no input file" -o "$work/out.o"
expect 2 "no input file"
expect 2 "no output file" "$work/in.bc"
expect 2 "'-o' needs a value: FILE" "$work/in.bc" -o
expect 2 "the value of '-o' is empty" "$work/in.bc" -o ''
expect 2 "unknown option '--frobnicate'" --frobnicate
expect 2 "unknown option '--strict-oder'; did you mean '--strict-order'" --strict-oder
expect 2 "unknown option '--emti=ir'; did you mean '--emit'" --emti=ir
expect 2 "'--emit' cannot be 'poem'; it is one of: obj, asm, ir, bc" --emit=poem
expect 2 "'--emit' cannot be 'poem'" --emit poem
expect 2 "'-O' cannot be '4'" -O4
expect 2 "'--dump' cannot be 'nothing'; it is one of: .*plan" --dump=nothing
expect 2 "'-o' is given twice" -o a -o b in.bc
printf 'define double @identity(double %%x) {\n  ret double %%x\n}\n' >"$work/identity.ll"
cat >"$work/markers.ll" <<'IR'
declare double @__enzyme_autodiff(...)
define double @derivative(double %x, double %y) {
  %r = call double (...) @__enzyme_autodiff(ptr @product, metadata !"enzyme_out", double %x, metadata !"enzyme_const", double %y)
  ret double %r
}
define double @product(double %x, double %y) {
  %a = fmul double %x, %y
  ret double %a
}
IR
expect 0 'define .*@derivative\(double %x, double returned %y' --emit=ir "$work/markers.ll" -o -
expect 0 "ms  optimise" --time-passes "$work/identity.ll" -o "$work/out.o"
expect 0 "done: write" -v "$work/identity.ll" -o "$work/out.o"
expect 0 "instructions written" --stats "$work/identity.ll" -o "$work/out.o"
expect 0 "instructions written" --stats --report="$work/report.html" "$work/identity.ll" -o "$work/out.o"
grep -q '<title>adcc' "$work/report.html" || { echo "FAIL --report writes no page"; failed=$((failed + 1)); }
expect 0 "^ +--explain\[=FILE\] +say" --help
expect 1 "cannot write '$work/no/such/file'" --explain="$work/no/such/file" "$work/identity.ll" \
  -o "$work/out.o"
expect 2 "help: see 'adcc --help'" --frobnicate
expect 2 '"id":"BAD_OPTION","message":"unknown option' --frobnicate --diagnostics=json
expect 1 "cannot open '$work/absent.bc'" "$work/absent.bc" -o "$work/out.o"
expect 1 "cannot open '--absent'" -o "$work/out.o" -- --absent
expect 1 "cannot open" -O3 -O0 -g -fPIC -march=native "$work/absent.bc" -o "$work/out.o" --emit obj

echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
