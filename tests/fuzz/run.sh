#!/bin/bash
# Runs random programs, seeds FIRST to FIRST+COUNT-1, and prints those that fail.
#
#   tests/fuzz/run.sh FIRST COUNT ['LEVELS'] [--cpp | --nests] [--second] [--modes]
#
# LEVELS as in tests/run.sh, or `native`, as benchmarks are built (-O3 -ffast-math -march=native, all of it by
# adcc); by default two of "O0 O1 O2 O3 fast raw debug", for nests native instead of debug, drawn for each batch
# of seeds.
# A batch is one C file of several seeds; where adcc or the program stops on it, its seeds are run
# one by one. To look at one seed:  tests/fuzz/generate.py SEED > seed.c
# Environment: ADCC, ADCC_RUNTIME, CLANG as for tests/run.sh; JOBS (2); BATCH (10).
fuzz=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export tests=$fuzz/.. CLANG=${CLANG:-clang-22} BATCH=${BATCH:-10}
export ADCC=${ADCC:-$fuzz/../../build/release/adcc}
export ADCC_RUNTIME=${ADCC_RUNTIME:-$fuzz/../../build/release/libadcc_rt.a}
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
[ -x "$ADCC" ] || { echo "no adcc at $ADCC"; exit 2; }
first=$1 count=$2
shift 2
export cpp='' options='' levels='' # options: which programs or derivatives, if not the first
for argument; do
  case $argument in
  --cpp) cpp=--cpp ;;
  --second | --modes | --nests) options="$options $argument" ;;
  *) levels=$argument ;;
  esac
done
work=$(mktemp -d)
export work
trap 'rm -rf "$work"' EXIT

# Runs COUNT seeds from FIRST at LEVEL; prints "SEED LEVEL verdict reason" for each.
run_batch() {
  local first=$1 count=$2 level=$3 name=$work/$1.$2.$3 flags compiler=$CLANG suffix=c reason='' code last=-O2
  [ -n "$cpp" ] && compiler=${CLANG/clang/clang++} suffix=cpp
  case $level in
  fast) flags="-O2 -ffast-math" ;;
  native) # as benchmarks are built: what clang does not vectorise is left to adcc
    flags="-O3 -ffast-math -march=native -Xclang -disable-llvm-passes" last="-O3 -march=native"
    ;;
  fastg) flags="-O2 -ffast-math -g" ;;
  O?g) flags="-${level%g} -g" ;;
  debug) flags="-O1 -g" ;;
  raw) flags="-O2 -Xclang -disable-llvm-passes" ;;
  *) flags="-$level" ;;
  esac
  # shellcheck disable=SC2086
  if ! python3 "$tests/fuzz/generate.py" "$first" "$count" $cpp $options >"$name.$suffix" ||
    ! $compiler $flags -w -I"$tests" -emit-llvm -c "$name.$suffix" -o "$name.bc" 2>"$name.log"; then
    reason="clang: $(grep -m1 'rror:' "$name.log" | cut -c1-160)"
  else
    # shellcheck disable=SC2086
    timeout 120 "$ADCC" "$name.bc" $last -o "$name.o" 2>"$name.log"
    code=$?
    if [ $code != 0 ]; then
      reason="adcc exits with $code: $(grep -m1 -E 'error|rror:' "$name.log" | cut -c1-160)"
    elif ! $compiler "$name.o" "$ADCC_RUNTIME" -o "$name" -lm 2>"$name.log"; then
      reason="link: $(grep -m1 undefined "$name.log" | cut -c1-160)"
    else
      (ulimit -v 4000000; timeout 20 "$name" >"$name.log" 2>&1)
      code=$?
      [ $code = 0 ] || reason="the program exits with $code"
    fi
  fi
  if [ -n "$reason" ] && [ "$count" -gt 1 ]; then
    local seed
    for ((seed = first; seed < first + count; seed++)); do run_batch "$seed" 1 "$level"; done
  elif [ -n "$reason" ]; then
    echo "$first $level wrong $reason"
  else
    sed -nE "s/^([0-9]+) (ok|inconclusive|wrong)$/\1 $level \2/p" "$name.log"
    grep -E ':' "$name.log" >>"$work/details"
  fi
  rm -f "$name" "$name".*
}
export -f run_batch

all=(O0 O1 O2 O3 fast raw debug)
[[ $options = *--nests* ]] && all[6]=native
for ((seed = first; seed < first + count; seed += BATCH)); do
  chosen=$levels
  if [ -z "$chosen" ]; then
    draw=$(((seed / BATCH * 7919 + 13) % 42))
    one=$((draw % 7)) two=$(((draw % 7 + 1 + draw / 7) % 7))
    chosen="${all[one]} ${all[two]}"
  fi
  size=$((first + count - seed < BATCH ? first + count - seed : BATCH))
  for level in $chosen; do echo "$seed $size $level"; done
done >"$work/list"
expected=$(awk '{ n += $2 } END { print n }' "$work/list")
xargs -r -P "${JOBS:-2}" -L 1 bash -c 'run_batch "$1" "$2" "$3"' run <"$work/list" 2>/dev/null |
  tee "$work/result" | grep --line-buffered ' wrong' | sed -u 's/^/FAIL seed /'
touch "$work/details"
passed=$(grep -c ' ok$' "$work/result")
inconclusive=$(grep -c ' inconclusive$' "$work/result")
failed=$(grep -c ' wrong' "$work/result")
head -n "${LINES_SHOWN:-20}" "$work/details" | grep -v inconclusive
echo "$inconclusive inconclusive, $((expected - passed - inconclusive - failed)) without a verdict"
echo "$passed passed, $failed failed"
# More than one in fifty inconclusive would mean that the generator, not adcc, is what is tested.
[ "$failed" = 0 ] && [ $((passed + inconclusive)) = "$expected" ] && [ $((inconclusive * 50)) -le "$expected" ]
