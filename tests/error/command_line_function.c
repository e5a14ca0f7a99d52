// levels: O0
/* A derivative asked for of a function that the input lacks. */
// adcc: "$input" -o "$output" '--reverse=absent as dabsent(out)'
// error: absent
double f(double x) { return x * x; }
