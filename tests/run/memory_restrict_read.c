/* Memory that is only read may be passed for two parameters that are `restrict`: its shadow is then
 * added to through both. */
#include "oracle.h"

__attribute__((noinline)) static void product(double *restrict c, const double *restrict a,
                                              const double *restrict b, int rows, int inner,
                                              int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int k = 0; k < inner; k++)
        sum += a[i * inner + k] * b[j * inner + k];
      c[i * columns + j] += sum * sum;
    }
}

/* Only one of the two is, and a pointer from memory. */
struct holder {
  const double *p;
};
__attribute__((noinline)) static void plain(double *restrict c, const double *restrict a,
                                            const double *b, int n) {
  for (int i = 0; i + 1 < n; i++)
    c[i] += a[i] * b[i] + a[i + 1] * b[i];
}
__attribute__((noinline)) static void held(double *restrict c, const double *restrict a,
                                           const struct holder *h, int n) {
  for (int i = 0; i < n; i++)
    c[i] += a[i] * h->p[i] * a[n - 1 - i];
}

/* A part is written, and another part only read. */
__attribute__((noinline)) static void partly(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += a[n + i] * b[i] * b[n - 1 - i];
}

PRIMAL(squares) {
  double c[30] = {0}, d[12];
  struct holder h = {in};
  memcpy(d, in, sizeof d);
  product(c, in, in, 3, 4, 3);
  product(c, in, in + 2, 2, 5, 2);
  product(c + 9, in + 3, in, 3, 3, 4);
  plain(c, in, in + 1, 10);
  plain(c + 2, in, in, 11);
  held(c + 3, in, &h, 9);
  held(c + 1, in + 1, &h, 9);
  partly(d, d + 6, 6);
  c[1] += d[0] * d[5] * d[7];
  for (int j = 0; j < m; j++)
    out[j] = c[j] * c[j + 9] + c[20 - j];
}
ORACLE_MAIN(squares, 12, 9, 0.2, 0.9)
