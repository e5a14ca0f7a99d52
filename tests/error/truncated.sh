# A bitcode file cut in the middle.
# error: in.bc
echo 'double f(double x) { return x * x; }' | $CLANG -x c - -O1 -emit-llvm -c -o "$work/whole.bc"
head -c 1000 "$work/whole.bc" >"$input"
