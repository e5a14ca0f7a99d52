/* A loop with two entries, active. */
// error: irreducible
extern double __adcc_autodiff(void *, ...);
double f(double x, int from) {
  int i = 0;
  if (from > 3)
    goto inside;
loop:
  x = x * x;
  i++;
inside:
  x = x + 0.5 * x * i;
  i += from;
  if (i < 100)
    goto loop;
  return x;
}
double df(double x, int from) { return __adcc_autodiff((void *)f, x, from); }
