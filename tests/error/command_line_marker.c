// levels: O0
/* A marker that does not exist, on the command line. */
// adcc: "$input" -o "$output" '--reverse=f as df(outt)'
// error: outt
// exit: [12]
double f(double x) { return x * x; }
