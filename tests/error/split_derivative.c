/* The tape of a derivative that is taken inside cannot be read again from a log. */
// error: fwdsplit of a function that itself takes a derivative in reverse mode
extern double __adcc_autodiff(void *, ...);
extern double __adcc_augmentfwd(void *, ...);
extern double __adcc_fwdsplit(void *, ...);
extern int adcc_tape, adcc_allocated;
static double f(double x) {
  double y = x;
  while (y < 100)
    y *= y * x;
  return y;
}
static double slope(double x) { return __adcc_autodiff((void *)f, x); }
double both(double x, double dx) {
  char buffer[64];
  __adcc_augmentfwd((void *)slope, adcc_tape, buffer, adcc_allocated, 64, x);
  return __adcc_fwdsplit((void *)slope, adcc_tape, buffer, adcc_allocated, 64, x, dx);
}
