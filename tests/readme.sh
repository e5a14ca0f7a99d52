#!/bin/bash
# The C code in the README's sections 'Annotations' and 'Rules that you add' does what it says: it is
# compiled into readme.c and run.  tests/readme.sh   (environment: ADCC, ADCC_RUNTIME, CLANG)
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ADCC=${ADCC:-$tests/../build/release/adcc} CLANG=${CLANG:-clang-22}
ADCC_RUNTIME=${ADCC_RUNTIME:-$tests/../build/release/libadcc_rt.a}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^### Annotations/ { section = 1 } /^### Type hints/ { section = 0 }
     /^```/ { code = section && $0 == "```c"; next } code' "$tests/../README.md" >"$work/readme.inc"
[ -s "$work/readme.inc" ] || { echo "FAIL: no code in the README"; exit 1; }
for level in O0 O2; do
  if $CLANG -$level -emit-llvm -c -I"$work" -I"$tests" -I"$tests/../include" "$tests/readme.c" \
    -o "$work/in.bc" && "$ADCC" "$work/in.bc" -o "$work/out.o" &&
    $CLANG "$work/out.o" "$ADCC_RUNTIME" -lm -o "$work/program" && "$work/program"; then
    echo "ok $level"
  else
    echo "FAIL $level"
    exit 1
  fi
done
