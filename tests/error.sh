#!/bin/bash
# Runs error tests: adcc must refuse each with the right exit code and message, leave no output
# file, and leave an existing one alone.
#
#   tests/error.sh TEST...
#
# A test is a .c, .cpp or .ll file with comments (in .ll files `; ` in place of `// `):
#   // error: REGEX      an extended regular expression that stderr must match; may be repeated
#   // exit: N           the exit code, default 1: 1 an error in the input, 2 wrong usage
#   // adcc: ...         arguments in place of `INPUT -o OUTPUT` (they may name $input and $output)
#   // flags: ...        more flags for clang
#   // levels: ...       default "O0 O2", as in run.sh
# A test that ends in .sh is sourced with $work set; it makes $input itself.
# Environment: ADCC, CLANG as for run.sh.
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ADCC=${ADCC:-$tests/../build/release/adcc} CLANG=${CLANG:-clang-22}
[ -x "$ADCC" ] || { echo "no adcc at $ADCC"; exit 2; }
[ $# -gt 0 ] || { sed -n '2,16s/^# \{0,1\}//p' "$0"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
directive() { sed -n "s%^\(//\|;\|#\) $2: *%%p" "$1"; }
passed=0 failed=0
report() { # name level reason
  if [ -z "$3" ]; then
    echo "ok $1 $2"
    passed=$((passed + 1))
  else
    echo "FAIL $1 $2: $3"
    sed 's/^/    /' "$work/log" | head -n 10
    failed=$((failed + 1))
  fi
}

# One test at one level; prints why it fails, nothing if it passes.
check() {
  local test=$1 level=$2 input=$work/in.bc output=$work/out.o flags arguments expected code
  flags="-$level"
  [ "$level" = raw ] && flags="-O2 -Xclang -disable-llvm-passes"
  : >"$work/log"
  case $test in
  # shellcheck disable=SC2046,SC2086
  *.c) $CLANG $flags -w -g -emit-llvm -c -I"$tests" $(directive "$test" flags) "$test" -o "$input" \
    2>"$work/log" || { echo "clang"; return; } ;;
  # shellcheck disable=SC2046,SC2086
  *.cpp) ${CLANG/clang/clang++} $flags -w -g -emit-llvm -c -I"$tests" $(directive "$test" flags) \
    "$test" -o "$input" 2>"$work/log" || { echo "clang++"; return; } ;;
  *.ll) input=$test ;;
  *.sh) . "$test" ;;
  esac
  arguments=$(directive "$test" adcc)
  expected=$(directive "$test" exit)
  eval "arguments=(${arguments:-\"$input\" -o \"$output\"})"
  rm -f "$output"
  timeout 60 "$ADCC" "${arguments[@]}" >"$work/stdout" 2>"$work/log"
  code=$?
  [[ $code =~ ^${expected:-1}$ ]] || { echo "exit code $code, not ${expected:-1}"; return; }
  [ ! -e "$output" ] || { echo "an output file is left"; return; }
  grep -q 'internal error' "$work/log" && { echo "an internal error"; return; }
  local regex
  while read -r regex; do
    grep -Eq -e "$regex" "$work/log" || { echo "no message like: $regex"; return; }
  done < <(directive "$test" error)
  directive "$test" error | grep -q . || { echo "the test expects no message"; return; }
  echo kept >"$output"
  timeout 60 "$ADCC" "${arguments[@]}" >/dev/null 2>&1
  [ "$(cat "$output")" = kept ] || { echo "an existing output file is touched"; return; }
  local temporary
  temporary=$(find "$work" -name 'out.o*' ! -name out.o)
  [ -z "$temporary" ] || echo "a temporary file is left: $temporary"
}

for test; do
  case $test in *.ll | *.sh) levels=given ;; *) levels=$(directive "$test" levels) ;; esac
  for level in ${levels:-O0 O2}; do report "$(basename "$test")" "$level" "$(check "$test" "$level")"; done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
