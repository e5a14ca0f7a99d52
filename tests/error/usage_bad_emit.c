// levels: O0
// adcc: "$input" -o "$output" --emit=poem
// exit: 2
// error: poem
int nothing;
