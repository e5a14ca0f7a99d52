/* A function without body that is given memory with a shadow. */
// error: scramble
extern void __adcc_autodiff(void *, ...);
extern void scramble(double *, int);
double f(double *x) {
  scramble(x, 3);
  return x[0] * x[1];
}
void df(double *x, double *dx) { __adcc_autodiff((void *)f, x, dx); }
