/* A registered function on memory that may throw, which is caught within: what it did until then would
 * have no derivative. */
// error: a call inside try or with cleanups
extern "C" void __adcc_autodiff(void *, ...);
extern int adcc_dup;
__attribute__((noinline)) void scale(double *x) {
  x[0] *= 2;
  if (x[1] > 1)
    throw 1;
  x[1] *= x[0];
}
void *scale_forward(double *x, double *) {
  double *old = new double[2]{x[0], x[1]};
  scale(x);
  return old;
}
void scale_reverse(double *, double *dx, void *tape) {
  double *old = static_cast<double *>(tape);
  dx[0] = 2 * (dx[0] + dx[1] * old[1]);
  dx[1] *= 2 * old[0];
  delete[] old;
}
void *__adcc_register_gradient_scale[] = {(void *)scale, (void *)scale_forward,
                                          (void *)scale_reverse};
static void f(double *x) {
  try {
    scale(x);
  } catch (int) {
    x[1] += x[0];
  }
}
void df(double *x, double *dx) { __adcc_autodiff((void *)f, adcc_dup, x, dx); }
