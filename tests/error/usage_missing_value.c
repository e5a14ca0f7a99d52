// levels: O0
// adcc: "$input" -o
// exit: 2
// error: -o
int nothing;
