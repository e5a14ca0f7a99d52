/* What is returned beside the result would be the shadow of a const argument. */
// error: may come from a const argument
extern int adcc_const, adcc_dup;
extern double *__adcc_fwddiff(void *, ...);
static double *choose(double *x, double *constant, int which) { return which ? x : constant; }
double *df(double *x, double *dx, double *constant, int which) {
  return __adcc_fwddiff((void *)choose, adcc_dup, x, dx, adcc_const, constant, which);
}
