// levels: O0
/* A request that cannot be read. */
// adcc: "$input" -o "$output" '--reverse=f as (out'
// error: reverse
// exit: 2
double f(double x) { return x * x; }
