/* In reverse mode nothing can be added into a shadow that is passed by value. */
// error: parameter 1 cannot be 'dup': it is passed by value.*use 'out'
// error: parameter 2 cannot be 'dupnoneed': it is passed by value
extern int adcc_dup, adcc_dupnoneed, adcc_out;
extern double __adcc_autodiff_one(void *, ...);
extern double __adcc_reverse_one(void *, ...);
double f(double x, float y) { return x * y; }
double df(double x, double dx) {
  return __adcc_autodiff_one((void *)f, adcc_dup, x, dx, adcc_out, 3.0f);
}
double df_second(double x, double dy, void *tape) {
  return __adcc_reverse_one((void *)f, adcc_out, x, adcc_dupnoneed, 3.0f, dy, 1.0, tape);
}
