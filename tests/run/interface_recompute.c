/* enzyme_shouldrecompute and enzyme_nocache: the functions are called again in the reverse sweep,
 * and leave nothing on the tape; in loops, branches and calls of each other, with lanes. */
#include "oracle.h"
#define RECOMPUTED __attribute__((noinline, annotate("enzyme_shouldrecompute")))
#define NOT_KEPT __attribute__((noinline, annotate("adcc_nocache")))
static int sums, reads;
static double table[4] = {1, 2, 3, 4};
NOT_KEPT static double series(double x) {
  double sum = 0;
  for (int i = 1; i < 6; i++)
    sum += exp(-x * i) / i;
  return sum;
}
RECOMPUTED static double mixed(double x, double y, int k) {
  double t[3] = {x, x * y, 1}, sum = 0;
  for (int i = 0; i < 3; i++)
    sum += t[i] * sin(t[(i + k) % 3]);
  return sum + series(x * y);
}
NOT_KEPT static int choice(int i) { return i * 7 % 5; }
/* Reads memory that changes, so that what it returned is kept after all. */
RECOMPUTED static double looked_up(double x, int i) {
  reads++;
  return x * x * table[i & 3];
}
PRIMAL(f) {
  double s = 1;
  for (size_t i = 0; i < n; i++) {
    double u = mixed(in[i], s, (int)i);
    if (u > 1)
      u = 1 / series(u);
    table[i & 3] += 1;
    double w = looked_up(u, (int)i);
    s += u * w * sin(s) * choice((int)i);
    s /= 1 + fabs(s);
  }
  for (size_t k = 0; k < 4; k++)
    table[k] = k + 1;
  for (size_t i = 0; i < m; i++)
    out[i] = out[i] * s + s;
  sums++;
}
ORACLE(f, 6, 3, 0.2, 1.4)
typedef struct {
  double a, b;
} Two;
extern Two __enzyme_autodiff_two(void *, ...);
extern int enzyme_width, enzyme_out;
static double g(double x) {
  double product = 1;
  for (int i = 0; i < 3; i++)
    product *= mixed(x, 0.5, i) + series(product);
  return product;
}
int main(void) {
  EXPECT(f_oracle() == ORACLE_OK);
  Two both = __enzyme_autodiff_two((void *)g, enzyme_width, 2, enzyme_out, 0.7);
  double h = 1e-5, slope = (g(0.7 + h) - g(0.7 - h)) / (2 * h);
  EXPECT(fabs(both.a - slope) < 1e-6);
  CLOSE(both.a, both.b);
  return oracle_exit();
}
