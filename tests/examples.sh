#!/bin/bash
# Builds an example as its Makefile says, in a folder of its own, and checks what it prints.
#
#   tests/examples.sh hello | roots
#   tests/examples.sh gpt2 LEVEL    LEVEL: O0, O1, O2, O3, fast, or raw, which is not optimised by clang
#
# Environment: ADCC, ADCC_RUNTIME (libadcc_rt.a), CLANG.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../examples/$1"
export CLANG=${CLANG:-clang-22}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() { # make arguments...
  make --no-print-directory -s ADCC="$ADCC" RUNTIME="$ADCC_RUNTIME" BUILD="$work" "$@"
}
expect() { # text that must be among what was printed
  grep -qF -- "$1" "$work/printed" || { cat "$work/printed"; echo "not printed: $1"; exit 1; }
}

case $1 in
hello)
  build run | tee "$work/printed"
  expect "f'(2) = 0.07700375373139"
  ;;
roots)
  build run | tee "$work/printed"
  for derivative in 25600 -996.804424359513 -105.631011490369; do expect "$derivative"; done
  expect "all derivatives and roots are right"
  ;;
gpt2)
  case $2 in
  O0 | O1) options=(OPT="-$2" PASSES= ADCCFLAGS="-O1 -march=native") ;;
  O2 | O3) options=(OPT="-$2" PASSES= ADCCFLAGS="-O2 -march=native") ;;
  fast) options=(OPT="-O3 -ffast-math" PASSES=) ;;
  raw) options=() ;;
  esac
  for real in double float; do
    rm -rf "${work:?}"/*
    build REAL=$real "${options[@]}" check
  done
  ;;
esac
