/* Registered gradients whose tapes, results and seeds are structures: passed in registers, one
 * member each, or in memory. A factor of ten in each rule shows that it was used. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
typedef struct {
  double x;
  int n;
} Tape;
typedef struct {
  Tape tape;
  double value;
} Augmented;
__attribute__((noinline)) static double power(double x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++)
    r *= x;
  return r;
}
static Augmented power_augmented(double x, int n, int unused) {
  return (Augmented){{x, n}, power(x, n)};
}
static double power_gradient(double x, int n, int unused, double seed, Tape tape) {
  return 10 * seed * tape.n * power(tape.x, tape.n - 1);
}
void *__enzyme_register_gradient_power[] = {(void *)power, (void *)power_augmented,
                                            (void *)power_gradient};
static double powers(double x) { return power(x, 3) + power(2 * x, 2); }

typedef struct {
  double a, b;
} Pair;
typedef struct {
  Pair tape, value;
} AugmentedPair;
__attribute__((noinline)) static Pair product_and_sum(double x, double y) {
  return (Pair){x * y, x + y};
}
static AugmentedPair pair_augmented(double x, double y) {
  return (AugmentedPair){{x, y}, product_and_sum(x, y)};
}
static Pair pair_gradient(double x, double y, Pair seed, Pair tape) {
  return (Pair){10 * (seed.a * tape.b + seed.b), 10 * (seed.a * tape.a + seed.b)};
}
void *__enzyme_register_gradient_pair[] = {(void *)product_and_sum, (void *)pair_augmented,
                                           (void *)pair_gradient};
static double pairs(double x) {
  Pair p = product_and_sum(x, 2 * x);
  return p.a * p.b;
}

typedef struct {
  float low;
  int n;
  double x[3];
} LargeTape;
typedef struct {
  LargeTape tape;
  double value;
} AugmentedLarge;
__attribute__((noinline)) static double scaled(double x, int n) { return n * x * x; }
static AugmentedLarge scaled_augmented(double x, int n) {
  return (AugmentedLarge){{1, n, {x, x, x}}, scaled(x, n)};
}
static double scaled_gradient(double x, int n, double seed, LargeTape tape) {
  return 10 * seed * 2 * tape.n * tape.x[2];
}
void *__enzyme_register_gradient_scaled[] = {(void *)scaled, (void *)scaled_augmented,
                                             (void *)scaled_gradient};
static double scales(double x) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += scaled(x + i, i);
  return sum;
}

int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)powers, 1.5), 10 * (3 * 2.25 + 8 * 1.5));
  CLOSE(__enzyme_autodiff_f((void *)pairs, 1.5), 10 * 18 * 2.25);
  double expected = 0;
  for (int i = 0; i < 4; i++)
    expected += 20 * i * (0.7 + i);
  CLOSE(__enzyme_autodiff_f((void *)scales, 0.7), expected);
  return oracle_exit();
}
