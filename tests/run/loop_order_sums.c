/* Nests that go through columns, whose reverse runs in another order while the loop around carries
 * sums along: of a diagonal element, of scalars, in differences, and where nothing of it is a sum. */
#include "oracle.h"

/* A symmetric matrix times a matrix, of which only one half is stored. */
__attribute__((noinline)) static void symmetric(int n, double *c, const double *a, const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < i; k++) {
        c[k * n + j] += 0.3 * b[i * n + j] * a[i * n + k];
        sum += b[k * n + j] * a[i * n + k];
      }
      c[i * n + j] = 0.2 * c[i * n + j] + 0.5 * b[i * n + j] * a[i * n + i] + 0.1 * sum;
    }
}

/* Columns scaled by functions of two scalars, which come back as the sum of their norms. */
__attribute__((noinline)) static double scale(int n, double *restrict x, const double *restrict w,
                                              double p, double q) {
  double total = 0, least = 0;
  for (int j = 0; j < n; j++) {
    double norm = 0;
    for (int i = 0; i < n; i++)
      norm += x[i * n + j] * w[i];
    norm = p * norm - q * w[j];
    total += norm * norm;
    least -= norm / (p + 2);
    for (int i = 0; i < n; i++)
      x[i * n + j] *= 1 + 0.1 * norm;
  }
  return total + least * q;
}

/* What is carried along is a product as well. */
__attribute__((noinline)) static double grow(int n, double *restrict x, double p) {
  double size = 1;
  for (int j = 0; j < n; j++) {
    size = 0.9 * size + p * x[j];
    for (int i = 0; i < n; i++)
      x[i * n + j] += size * x[i * n];
  }
  return size;
}

PRIMAL(sums) {
  double a[400], b[400], c[400];
  for (int i = 0; i < 400; i++) {
    a[i] = in[i % n] * 0.3;
    b[i] = in[(3 * i + 1) % n] - 0.002 * i;
    c[i] = in[(2 * i + 1) % n] * 0.4;
  }
  for (int size = 0; size < 5; size++)
    symmetric(size, c + 4 * size, a + 3 * size, b + size);
  symmetric(20, c, a, b);
  symmetric(9, a, b + 20, a + 90);
  for (int j = 0; j < m; j++)
    out[j] = c[47 * j + 2] + a[11 * j];
  out[0] += 0.01 * scale(17, c, a + 300, in[1], in[2]) + grow(11, b, in[3]);
  out[1] += 0.1 * scale(2, c + 300, a + 300, in[2], in[3]) + c[100] * c[7] + b[33];
}
ORACLE_MAIN(sums, 7, 8, 0.3, 0.9)
