/* Loops whose iterations wait for each other, with sums, products and quotients in which what is
 * carried comes first, in between and more than once: their order is changed where it is free. */
#include "oracle.h"

static double chained(int count, const double *a, const double *b) {
  double x = a[0], y = b[0], z = 1;
  for (int i = 1; i < count; i++) {
    x = (x + a[i] + b[i] - 0.3 * y - a[i] * b[i]) * 0.4 * a[i] / b[i];
    y = 0.2 * (b[i] - x - y) / (1.5 + a[i]) - a[i - 1];
    z = z * a[i] * b[i] / (0.9 + x * x) * 1.3 + 0.1 * x * y * x;
  }
  return x + 2 * y - z;
}

/* Over several blocks, with steps that may be taken again, and a limit on their size. */
static double steps(int most, const double *a) {
  double x = a[0], t = 0, h = 0.01 * a[1];
  for (int i = 0; t < 1 && i < most; i++) {
    double slope = a[2] - x * x + 0.5 * t, next = a[2] - (x + h * slope) * (x + h * slope);
    double error = h / 2 * sqrt((next - slope) * (next - slope) + 1e-6) + 1e-9;
    double factor = 0.9 * sqrt(1e-3 / error);
    if (error <= 1e-3) {
      x += h / 2 * (slope + next);
      t += h;
    }
    h *= factor > 2 ? 2 : factor < 0.3 ? 0.3 : factor;
  }
  return x * x + t * 0.1 + h;
}

/* An adjoint of zero meets what is not finite. */
static double guarded(int count, const double *a) {
  double x = a[0];
  for (int i = 0; i < count; i++) {
    double root = sqrt(a[i] - 0.5), share = x * a[i] / (a[i] - a[i]);
    x = 0.5 * x + (a[i] > 2 ? root + share : 0.25 * a[i]) + x * a[i] / 3;
  }
  return x;
}

PRIMAL(chains) {
  double a[40], b[40];
  for (int i = 0; i < 40; i++) {
    a[i] = in[i % n] + 0.003 * i;
    b[i] = in[(i * 5 + 2) % n] * 0.7 + 0.4;
  }
  out[0] = chained(25, a, b);
  out[1] = steps(30, a);
  out[2] = guarded(12, a);
  for (int j = 3; j < m; j++)
    out[j] *= chained(3, b + j, a + j);
}
ORACLE_MAIN(chains, 7, 5, 0.3, 0.9)
