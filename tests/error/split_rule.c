/* A user's augmented function cannot log what a forward derivative of the body would read. */
// error: fwdsplit through a function with a registered derivative
typedef struct {
  void *tape;
  double value;
} Augmented;
extern Augmented __adcc_augmentfwd(void *, ...);
extern void __adcc_reverse(void *, ...);
extern double __adcc_fwdsplit(void *, ...);
__attribute__((noinline)) static double square(const double *x) { return *x * *x; }
typedef struct {
  double tape, value;
} Half;
static Half augmented(const double *x, double *dx) { return (Half){*x, *x * *x}; }
static void gradient(const double *x, double *dx, double seed, double tape) {
  *dx += 2 * tape * seed;
}
void *__adcc_register_gradient_square[] = {(void *)square, (void *)augmented, (void *)gradient};
static double f(double *x) { return square(x) * *x; }
double both(double *x, double *dx) {
  Augmented a = __adcc_augmentfwd((void *)f, x, dx);
  double t = __adcc_fwdsplit((void *)f, x, dx, a.tape);
  __adcc_reverse((void *)f, x, dx, 1.0, a.tape);
  return t;
}
