# Bitcode with bytes changed in the middle.
# error: in.bc
echo 'double f(double x) { return x * x; }' | $CLANG -x c - -O1 -emit-llvm -c -o "$work/whole.bc"
{ head -c 300 "$work/whole.bc"; printf '\377\377\377\377\377\377\377\377'; tail -c +309 "$work/whole.bc"; } >"$input"
