/* The handler would take the value that the exception carries for a constant. */
// error: an exception object that carries a derivative
struct Failure {
  double value;
};
extern double __adcc_autodiff(void *, double);
__attribute__((noinline)) static double attempt(double x) {
  if (x > 0.8)
    throw Failure{x * x};
  return 2 * x;
}
static double caught(double x) {
  try {
    return attempt(x);
  } catch (const Failure &failure) {
    return 3 * failure.value;
  }
}
double gradient(double x) { return __adcc_autodiff((void *)caught, x); }
