// levels: O0
// adcc: -o "$output"
// exit: 2
// error: input
int nothing;
