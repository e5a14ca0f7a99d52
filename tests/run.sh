#!/bin/bash
# Runs test programs: compile to bitcode, adcc, link, run; exit status 0 of the program is a pass.
#
#   tests/run.sh [-l 'LEVELS'] PROGRAM...
#
# LEVELS are the ways to compile the program, default "O0 O1 O2 O3 fast raw debug":
#   O0 O1 O2 O3   clang -On and adcc -On; with adcc -O2:   fast   clang -O2 -ffast-math
#   raw           clang -O2 with its passes disabled: TBAA and lifetimes, but no optimisation
#   debug         clang -O1 -g and adcc -O1; a g behind any level adds -g: O0g, O3g, fastg
#   asan          raw, with the output of adcc instrumented by AddressSanitizer
#   O1/O3         O1 for one half of the programs and O3 for the other, by their names; a second
#                 choice, as in O1/O3 raw/fast/asan, parts them in another way
#   either        O2 for one half of the programs and raw for the other, by their names
#   -either       leaves out of the other levels what `either` takes, where more than one is left
# A line "ok NAME LEVEL" or "FAIL NAME LEVEL: reason" is printed for each.
#
# Comments in a program steer its run:
#   // flags: ...    more flags for clang           // adcc: ...    more flags for adcc, quoted
#   // link: ...     more flags for the linker      // levels: ...  the only levels it is meant for
#   // rules: FILE   compiled to bitcode and given to adcc as --rules=
#   // large: ...        left out of quick runs
#   // needs: COMMAND    skipped (status 77 if nothing else ran) where this fails
#
# Environment: ADCC (build/release/adcc), ADCC_RUNTIME (build/release/libadcc_rt.a),
# CLANG (clang-22), JOBS (programs at a time, 2), KEEP (a folder that keeps all files).
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export ADCC=${ADCC:-$tests/../build/release/adcc} CLANG=${CLANG:-clang-22}
export ADCC_RUNTIME=${ADCC_RUNTIME:-$tests/../build/release/libadcc_rt.a}

# A directive's text: "// NAME: text" in FILE.
directive() { sed -En "s,^(//|;) $2: *,,p" "$1" | tr "\n" " "; } # in .ll files behind a semicolon

# One program at one level; prints its line, and on failure the end of what went wrong.
run_one() {
  local program=$1 level=$2 name work step flags compiler optimisation=-O2
  name=$(basename "$program")
  work=$3/$name.$level
  mkdir -p "$work"
  compiler=$CLANG
  case $program in *.cpp) compiler=${CLANG/clang/clang++} ;; esac
  case $level in
  fast) flags="-O2 -ffast-math" ;;
  fastg) flags="-O2 -ffast-math -g" ;;
  O?g) flags="-${level%g} -g" ;;
  debug) flags="-O1 -g" ;;
  raw) flags="-O2 -Xclang -disable-llvm-passes" ;;
  asan) flags="-O1 -g -fsanitize=address -Xclang -disable-llvm-passes" ;;
  *) flags="-$level" ;;
  esac
  case $level in
  debug) optimisation=-O1 ;;
  O?*) optimisation=-${level%g} ;;
  esac
  local extra adcc link rules
  extra=$(directive "$program" flags) adcc=$(directive "$program" adcc)
  link=$(directive "$program" link) rules=$(directive "$program" rules)
  fail() {
    echo "FAIL $name $level: $1"
    grep -v '^ *$' "$work/log" | head -c 3000 | head -n "${LINES_SHOWN:-8}" | sed 's/^/    /'
    [ -n "$KEEP" ] || rm -rf "$work"
    return 1
  }
  : >"$work/log"
  if [ -n "$rules" ]; then
    # shellcheck disable=SC2086
    $CLANG -O2 -emit-llvm -c -I"$tests" "$tests/run/${rules% }" -o "$work/rules.bc" 2>"$work/log" ||
      { fail "clang on the rules"; return 1; }
    adcc="$adcc --rules=$work/rules.bc"
  fi
  # shellcheck disable=SC2086
  $compiler $flags -w -emit-llvm -c -I"$tests" -I"$tests/../include" $extra "$program" \
    -o "$work/in.bc" 2>"$work/log" || { fail "clang"; return 1; }
  local output="-o $work/out.o" started=out.o
  if [ "$level" = asan ]; then output="--emit=bc -o $work/out.bc" started=out.bc; fi
  eval "adcc=($adcc)"
  # shellcheck disable=SC2086
  timeout "${ADCC_TIMEOUT:-180}" "$ADCC" "$work/in.bc" $optimisation "${adcc[@]}" $output 2>"$work/log"
  step=$?
  [ $step = 0 ] || { fail "adcc exits with $step"; return 1; }
  [ "$level" = asan ] && link="-fsanitize=address -O0 $link" # adcc has optimised it
  # shellcheck disable=SC2086
  $compiler "$work/$started" "$ADCC_RUNTIME" -o "$work/program" $link -lm 2>"$work/log" ||
    { fail "link"; return 1; }
  # A wrong derivative may loop or allocate for ever; AddressSanitizer needs its shadow memory.
  [[ $level = asan || $link = *fsanitize=address* ]] || ulimit -v 4000000
  ASAN_OPTIONS=detect_leaks=${LEAKS:-1} timeout "${RUN_TIMEOUT:-20}" "$work/program" >"$work/log" 2>&1
  step=$?
  [ $step = 0 ] || { fail "the program exits with $step"; return 1; }
  echo "ok $name $level"
  [ -n "$KEEP" ] || rm -rf "$work"
}
export -f run_one directive
export tests

levels="O0 O1 O2 O3 fast raw debug"
if [ "$1" = -l ]; then levels=$2; shift 2; fi
[ $# -gt 0 ] || { sed -n '2,25s/^# \{0,1\}//p' "$0"; exit 2; }
[ -x "$ADCC" ] || { echo "no adcc at $ADCC"; exit 2; }
work=${KEEP:-$(mktemp -d)}
mkdir -p "$work"
trap '[ -n "$KEEP" ] || rm -rf "$work"' EXIT

skipped=0
for program; do
  only=$(directive "$program" levels) needs=$(directive "$program" needs)
  if [ -n "$needs" ] && ! eval "$needs" >/dev/null 2>&1; then
    echo "skip $(basename "$program"): needs $needs" >&2
    skipped=$((skipped + 1))
    continue
  fi
  number=$(basename "$program" | cksum | cut -d ' ' -f 1)
  either=raw
  ((number % 2)) || either=O2
  if [[ -n $only && " $only " != *" $either "* ]]; then
    [[ " $only " = *" O2 "* ]] && either=O2 || either=${only%% *}
  fi
  wanted=() half=$((number / 2))
  for level in ${levels//-either/}; do
    case $level in
    either) level=$either ;;
    */*)
      IFS=/ read -ra choice <<<"$level"
      for ((next = 0; next < ${#choice[@]}; next++)); do # the next that it is meant for
        level=${choice[(half + next) % ${#choice[@]}]}
        if [ -z "$only" ] || [[ " $only " = *" $level "* ]]; then break; fi
      done
      half=$((half / ${#choice[@]}))
      ;;
    esac
    if [ -z "$only" ] || [[ " $only " = *" $level "* ]]; then wanted+=("$level"); fi
  done
  for level in "${wanted[@]}"; do
    [[ $levels = *-either* && $level = "$either" && ${#wanted[@]} -gt 1 ]] || echo "$program $level"
  done
done >"$work/list"
# shellcheck disable=SC2016
xargs -r -P "${JOBS:-2}" -L 1 bash -c 'run_one "$1" "$2" "$0"' "$work" <"$work/list" 2>/dev/null | tee "$work/result"
[ ! -s "$work/list" ] && [ $skipped -gt 0 ] && exit 77
passed=$(grep -c '^ok ' "$work/result")
failed=$(grep -c '^FAIL ' "$work/result")
expected=$(wc -l <"$work/list")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" = "$expected" ] && [ "$passed" -gt 0 ]
