/* A recurrent state passed as const, although the primal writes active values through it. */
// error: const
extern int adcc_const, adcc_dup;
extern void __adcc_autodiff(void *, ...);
void step(double *state, const double *x, double *y) {
  *state = *state * *x;
  *y = *state * *state;
}
void df(double *state, double *x, double *dx, double *y, double *dy) {
  __adcc_autodiff((void *)step, adcc_const, state, adcc_dup, x, dx, adcc_dup, y, dy);
}
