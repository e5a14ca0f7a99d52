// levels: O0
// adcc: "$input" -o "$output" --frobnicate
// exit: 2
// error: --frobnicate
int nothing;
