/* Rules of functions that return memory: what they fill in it depends on what they take. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
extern double __enzyme_fwddiff_f(void *, ...);
static int live;

__attribute__((noinline)) static double *multiples(double x, int n) {
  live++;
  double *p = (double *)malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = x * i;
  return p;
}
struct augmented {
  double *tape, *result, *shadow;
};
static struct augmented multiples_augmented(double x, int n, int unused) {
  double *shadow = (double *)calloc(n, sizeof *shadow);
  return (struct augmented){shadow, multiples(x, n), shadow};
}
static double multiples_gradient(double x, int n, int unused, double *shadow) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += shadow[i] * i;
  return sum;
}
struct both {
  double *result, *tangent;
};
static struct both multiples_forward(double x, double dx, int n) {
  double *tangent = (double *)malloc(n * sizeof *tangent);
  for (int i = 0; i < n; i++)
    tangent[i] = dx * i;
  return (struct both){multiples(x, n), tangent};
}
void *__adcc_register_gradient_multiples[] = {(void *)multiples, (void *)multiples_augmented,
                                              (void *)multiples_gradient};
void *__adcc_register_derivative_multiples[] = {(void *)multiples, (void *)multiples_forward};

static double product(double x) {
  double *p = multiples(x, 4);
  double result = p[1] + p[2] * p[3];
  free(p);
  return result;
}

/* The same through a function that has a body, and a global. */
static double *kept;
__attribute__((noinline)) static double *keep(double x, int n) {
  kept = multiples(x * x, n);
  return kept + 1;
}
static double through_global(double x) {
  double *p = keep(x, 4);
  double result = p[1] * kept[3];
  free(kept);
  return result;
}

int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)product, 2.0), 1 + 12 * 2.0);
  CLOSE(__enzyme_fwddiff_f((void *)product, 2.0, 1.0), 1 + 12 * 2.0);
  CLOSE(__enzyme_autodiff_f((void *)through_global, 2.0), 4 * 6 * 8.0);
  CLOSE(__enzyme_fwddiff_f((void *)through_global, 2.0, 1.0), 4 * 6 * 8.0);
  EXPECT(live == 4);
  return oracle_exit();
}
