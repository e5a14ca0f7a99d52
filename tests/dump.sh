#!/bin/bash
# Runs tests of what adcc prints about a program: --explain, --stats, --dump.
#
#   tests/dump.sh TEST...
#
# A test is a .c or .cpp file with comments:
#   // adcc: ...         arguments beside the input and the output
#   // flags: ...        flags for clang, default "-O2 -g -Xclang -disable-llvm-passes"
#   // prints: REGEX     an extended regular expression that a line of the output matches; these
#                        lines come in the order of the comments
#   // never: REGEX      … that no line matches
# Environment: ADCC, CLANG as for run.sh.
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ADCC=${ADCC:-$tests/../build/release/adcc} CLANG=${CLANG:-clang-22}
[ -x "$ADCC" ] || { echo "no adcc at $ADCC"; exit 2; }
[ $# -gt 0 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
directive() { sed -n "s%^// $2: *%%p" "$1"; }
passed=0 failed=0

# One test; prints why it fails, nothing if it passes.
check() {
  local test=$1 compiler=$CLANG flags regex line at=0
  case $test in *.cpp) compiler=${CLANG/clang/clang++} ;; esac
  flags=$(directive "$test" flags)
  # shellcheck disable=SC2086
  $compiler ${flags:--O2 -g -Xclang -disable-llvm-passes} -w -emit-llvm -c -I"$tests" \
    -I"$tests/../include" "$test" -o "$work/in.bc" 2>"$work/log" || { echo "clang"; return; }
  # shellcheck disable=SC2046
  timeout 60 "$ADCC" $(directive "$test" adcc) "$work/in.bc" -o "$work/out.o" >"$work/log" 2>&1 ||
    { echo "adcc exits with $?"; return; }
  while read -r regex; do
    line=$(tail -n +$((at + 1)) "$work/log" | grep -En -m1 -e "$regex") ||
      { echo "no line, behind line $at, like: $regex"; return; }
    at=$((at + ${line%%:*}))
  done < <(directive "$test" prints)
  [ $at -gt 0 ] || { echo "the test expects nothing"; return; }
  while read -r regex; do
    grep -Eq -e "$regex" "$work/log" && { echo "a line like: $regex"; return; }
  done < <(directive "$test" never)
}

for test; do
  name=$(basename "$test") reason=$(check "$test")
  if [ -z "$reason" ]; then
    echo "ok $name"
    passed=$((passed + 1))
  else
    echo "FAIL $name: $reason"
    sed 's/^/    /' "$work/log" | head -n 60
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
