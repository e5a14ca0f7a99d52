# Two inputs that define the same symbol.
# error: same
# adcc: "$work/a.bc" "$work/b.bc" -o "$output"
echo 'double same(double x) { return x; }' | $CLANG -x c - -O1 -emit-llvm -c -o "$work/a.bc"
echo 'double same(double x) { return 2 * x; }' | $CLANG -x c - -O1 -emit-llvm -c -o "$work/b.bc"
