/* A registered augmented function that returns a float where the function returns a double. */
// error: the augmented primal must return '{ double, double }' but returns '{ double, float }'
extern double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static double square(double x) { return x * x; }
typedef struct {
  double tape;
  float value;
} Augmented;
static Augmented augmented(double x) { return (Augmented){x, (float)(x * x)}; }
static double gradient(double x, double seed, double tape) { return 2 * tape * seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented, (void *)gradient};
double f(double x) { return square(x); }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
