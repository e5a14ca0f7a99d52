#!/bin/sh
# Builds the small GPT-2 with adcc's gradient, checks that gradient against the hand-written one in
# float and in double, and trains it. Arguments go to the trainer; ADCC, RUNTIME, OPT, CLANG and
# STEPS to the Makefile.
set -eu
cd "$(dirname "$0")"
: "${ADCC:=../../build/release/adcc}"
if [ ! -x "$ADCC" ]; then
  echo "run.sh: no adcc at '$ADCC'; build it first, or set ADCC=PATH" >&2
  exit 1
fi
export ADCC

for real in double float; do
  build="../../build/examples/gpt2/run-$real"
  make --no-print-directory -s REAL=$real BUILD="$build"
  "$build/check"
done
"$build/train" --steps "${STEPS:-20}" --svg "$build/loss.svg" "$@"
