/* Rules for functions that take structures of two parts by value, which C passes as two parameters:
 * complex numbers, two numbers, a pointer with a length, two pointers. The parts of the shadow follow
 * both. A factor of three in each rule shows that it was used. */
// flags: -g
#include "oracle.h"
#include <complex.h>
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
int enzyme_dup, enzyme_const;

__attribute__((noinline)) static double complex square(double complex z) { return z * z; }
static double complex square_tangent(double complex z, double complex dz) { return 6 * z * dz; }
typedef struct {
  double complex tape, result;
} SquareAugmented;
static SquareAugmented square_augmented(double complex z) { return (SquareAugmented){z, z * z}; }
static double complex square_gradient(double complex z, double complex seed, double complex tape) {
  return 6 * conj(tape) * seed;
}
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_tangent};
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_gradient};
static double absolute(double x) { return cabs(square(x + 2 * I)); }

/* Two numbers, and the same types. */
typedef struct {
  double a, b;
} Pair;
__attribute__((noinline)) static Pair swap(double a, double b) { return (Pair){b, 2 * a}; }
static Pair swap_tangent(double a, double da, double b, double db) {
  return (Pair){3 * db, 6 * da};
}
void *__enzyme_register_derivative_swap[] = {(void *)swap, (void *)swap_tangent};
static double swapped(double x) {
  Pair p = swap(x, x * x);
  return p.a + 10 * p.b;
}

__attribute__((noinline)) static double product(Pair p, double k) { return p.a * p.b * k; }
static double product_tangent(Pair p, Pair dp, double k, double dk) {
  return 3 * (dp.a * p.b * k + p.a * dp.b * k + p.a * p.b * dk);
}
void *__enzyme_register_derivative_product[] = {(void *)product, (void *)product_tangent};
static double products(double x) { return product((Pair){x, 2 * x}, 5 * x); }

typedef struct {
  const double *p;
  size_t n;
} Span;
__attribute__((noinline)) static double sum(Span s) {
  double total = 0;
  for (size_t i = 0; i < s.n; i++)
    total += s.p[i];
  return total;
}
static Pair sum_tangent(Span s, Span ds) { return (Pair){sum(s), 3 * sum(ds)}; }
typedef struct {
  void *tape;
  double result;
} Augmented;
static Augmented sum_augmented(Span s, Span ds) { return (Augmented){NULL, sum(s)}; }
static void sum_gradient(Span s, Span ds, double seed, void *tape) {
  for (size_t i = 0; i < s.n; i++)
    ((double *)ds.p)[i] += 3 * seed;
}
void *__enzyme_register_derivative_sum[] = {(void *)sum, (void *)sum_tangent};
void *__enzyme_register_gradient_sum[] = {(void *)sum, (void *)sum_augmented,
                                          (void *)sum_gradient};
static double squared_sum(const double *x, size_t n) {
  double total = sum((Span){x, n});
  return total * total;
}

typedef struct {
  const double *p, *q;
} Two;
__attribute__((noinline)) static double dot(Two t) { return t.p[0] * t.q[0] + t.p[1] * t.q[1]; }
/* The tangent alone: the function itself only reads. */
static double dot_tangent(Two t, Two dt) {
  return 3 * (dot((Two){t.p, dt.q}) + dot((Two){dt.p, t.q}));
}
static Augmented dot_augmented(Two t, Two dt) { return (Augmented){NULL, dot(t)}; }
static void dot_gradient(Two t, Two dt, double seed, void *tape) {
  for (int i = 0; i < 2; i++) {
    ((double *)dt.p)[i] += 3 * seed * t.q[i];
    ((double *)dt.q)[i] += 3 * seed * t.p[i];
  }
}
void *__enzyme_register_derivative_dot[] = {(void *)dot, (void *)dot_tangent};
void *__enzyme_register_gradient_dot[] = {(void *)dot, (void *)dot_augmented,
                                          (void *)dot_gradient};
static double dots(const double *x, const double *y) { return 2 * dot((Two){x, y}); }

int main(void) {
  CLOSE(__enzyme_fwddiff((void *)absolute, 1.5, 1.0), 3 * 2 * 1.5);
  CLOSE(__enzyme_autodiff((void *)absolute, 1.5), 3 * 2 * 1.5);
  CLOSE(__enzyme_fwddiff((void *)swapped, 1.5, 1.0), 3 * (2 * 1.5) + 10 * 6);
  CLOSE(__enzyme_fwddiff((void *)products, 1.5, 1.0), 3 * 30 * 1.5 * 1.5);

  double x[] = {1, 2, 4}, dx[] = {0.5, 0.25, 1}, y[] = {3, 5, 7}, dy[] = {2, 0, 0};
  CLOSE(__enzyme_fwddiff((void *)squared_sum, enzyme_dup, x, dx, enzyme_const, (size_t)3),
        2 * 7 * 3 * 1.75);
  CLOSE(__enzyme_fwddiff((void *)dots, enzyme_dup, x, dx, enzyme_dup, y, dy),
        2 * 3 * (0.5 * 3 + 0.25 * 5 + 2));
  double gx[3] = {0}, gy[3] = {0};
  __enzyme_autodiff((void *)squared_sum, enzyme_dup, x, gx, enzyme_const, (size_t)3);
  for (int i = 0; i < 3; i++)
    CLOSE(gx[i], 3 * 2 * 7);
  __enzyme_autodiff((void *)dots, enzyme_dup, x, gx, enzyme_dup, y, gy);
  for (int i = 0; i < 2; i++) {
    CLOSE(gx[i], 42 + 6 * y[i]);
    CLOSE(gy[i], 6 * x[i]);
  }
  return oracle_exit();
}
