// What is thrown in the first half is gone in the second.
// error: fwdsplit through exceptions
struct Augmented {
  void *tape;
  double value;
};
extern "C" Augmented __adcc_augmentfwd(void *, ...);
extern "C" double __adcc_fwdsplit(void *, ...);
static double limited(double x) {
  if (x > 0.9)
    throw x;
  return x * x;
}
static double caught(double *x) {
  double s = 0;
  for (int i = 0; i < 4; i++)
    try {
      s += limited(x[i]);
    } catch (double d) {
      s += d * d;
    }
  return s;
}
double both(double *x, double *dx) {
  Augmented half = __adcc_augmentfwd((void *)caught, x, dx);
  return __adcc_fwdsplit((void *)caught, x, dx, half.tape);
}
