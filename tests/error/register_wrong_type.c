/* A registered gradient with the wrong result type. */
// error: gradient
extern double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static double square(double x) { return x * x; }
typedef struct {
  double tape, value;
} Augmented;
static Augmented augmented(double x) { return (Augmented){x, x * x}; }
static int gradient(double x, double seed, double tape) { return 1; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented, (void *)gradient};
double f(double x) { return square(x); }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
