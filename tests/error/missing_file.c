// levels: O0
// adcc: "$work/absent.bc" -o "$output"
// error: absent.bc
int nothing;
