/* MemorySanitizer accompanies every value with bits of its own, which would get derivatives. */
// flags: -fsanitize=memory
// error: code that MemorySanitizer or HWAddressSanitizer has instrumented: compile the input without it
extern int adcc_dup, adcc_const;
double __adcc_autodiff(void *, ...);
static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}
void gradient(const double *x, double *dx, int n) {
  __adcc_autodiff((void *)norm, adcc_dup, x, dx, adcc_const, n);
}
