/* One tape cannot hold what two augmented functions hand on. */
// error: this both by 'reverse' and by 'fwdsplit': the rules for 'square' have different augmented functions
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
static double forward(const double *x, double *dx, double tape) { return 2 * tape * *dx; }
void *__adcc_register_splitderivative_square[] = {(void *)square, (void *)augmented,
                                                  (void *)forward};
static double f(double *x) { return square(x) * *x; }
double both(double *x, double *dx) {
  Augmented a = __adcc_augmentfwd((void *)f, x, dx);
  double t = __adcc_fwdsplit((void *)f, x, dx, a.tape);
  __adcc_reverse((void *)f, x, dx, 1.0, a.tape);
  return t;
}
