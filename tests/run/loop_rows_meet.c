// flags: -ffast-math
/* What is added to four rows is loaded from all of them before it is stored to any: where two of
 * them are one, the later store is what remains. */
#include "oracle.h"
#include <adcc/adcc.h>

enum { COUNT = 40, ROWS = 4, SOURCES = 6 };

static void add(double *a, double *b, double *c, double *d, const double *restrict s,
                const double *restrict f, int n) {
  for (int i = 0; i < n; i++) {
    double x = a[i], y = b[i], z = c[i], w = d[i];
    for (int k = 0; k < SOURCES; k++) {
      double source = s[k * n + i];
      x += f[k] * source;
      y += f[SOURCES + k] * source;
      z += f[2 * SOURCES + k] * source;
      w += f[3 * SOURCES + k] * source;
    }
    a[i] = x;
    b[i] = y;
    c[i] = z;
    d[i] = w;
  }
}

static volatile int unknown; /* 0 */

PRIMAL(rows) {
  double x[ROWS * COUNT], s[SOURCES * COUNT], f[ROWS * SOURCES];
  for (int i = 0; i < ROWS * COUNT; i++)
    x[i] = in[i % n] + 0.01 * i;
  for (int i = 0; i < SOURCES * COUNT; i++)
    s[i] = in[(i + 1) % n] - 0.02 * i;
  for (int i = 0; i < ROWS * SOURCES; i++)
    f[i] = 0.1 * sin(i * in[2]);
  int none = unknown;
  double *row[] = {x, x + COUNT, x + 2 * COUNT, x + 3 * COUNT};
  add(row[none], row[1], row[2], row[3], s, f, COUNT);
  add(row[none], row[none], row[2], row[none + 1], s, f, COUNT);
  add(row[none] + 1, row[none], row[none] + 2, row[none + 3], s, f, COUNT - 2);
  for (int i = 0; i < ROWS * COUNT; i++)
    out[i % m] += x[i] * (1 + i % 3);
}
ORACLE(rows, 5, 3, 0.2, 1.4)

/* As the function itself leaves them: with all four in one place, only what was added last. */
static void leaves_the_last(void) {
  double x[COUNT], expected[COUNT], dx[COUNT] = {0};
  double s[SOURCES * COUNT], ds[SOURCES * COUNT] = {0};
  double f[ROWS * SOURCES], df[ROWS * SOURCES] = {0};
  for (int i = 0; i < COUNT; i++)
    x[i] = expected[i] = i;
  for (int i = 0; i < SOURCES * COUNT; i++)
    s[i] = sin(i);
  for (int i = 0; i < ROWS * SOURCES; i++)
    f[i] = cos(i);
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < SOURCES; k++)
      expected[i] += f[3 * SOURCES + k] * s[k * COUNT + i];
  __adcc_autodiff((void *)add, adcc_dup, x, dx, adcc_dup, x, dx, adcc_dup, x, dx, adcc_dup, x, dx,
                  adcc_dup, s, ds, adcc_dup, f, df, adcc_const, COUNT + unknown);
  for (int i = 0; i < COUNT; i++)
    EXPECT(fabs(x[i] - expected[i]) < 1e-9);
}

int main(void) {
  rows_oracle();
  leaves_the_last();
  return oracle_exit();
}
