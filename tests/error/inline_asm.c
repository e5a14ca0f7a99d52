/* Inline assembly on an active value. */
// error: inline_asm.c:[0-9]+
// error: asm|assembl
extern double __adcc_autodiff(void *, ...);
double f(double x) {
  double y;
  __asm__("sqrtsd %1, %0" : "=x"(y) : "x"(x));
  return y * x;
}
double df(double x) { return __adcc_autodiff((void *)f, x); }
