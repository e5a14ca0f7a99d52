// levels: O0
// adcc: "$input" -o "$work/no/such/folder/out.o"
// error: out.o
int nothing;
