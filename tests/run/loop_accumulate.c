/* Elements that a loop updates in each of its iterations, while it reads others of the same array,
 * or, in the last functions, that very element. */
#include "oracle.h"

#define INLINE __attribute__((always_inline)) static inline

/* Crout's form of the LU factors in place */
INLINE void factor(int n, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
      a[i * n + j] /= a[j * n + j] + 2;
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

/* Forward and back substitution in place */
INLINE void substitute(int n, const double *a, double *x) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      x[i] -= a[i * n + k] * x[k];
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      x[i] -= a[i * n + k] * x[k];
    x[i] /= a[i * n + i] + 2;
  }
}

/* The sum takes part in itself in the last step. */
INLINE void own(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k <= j; k++)
        a[i * n + j] += 0.1 * a[i * n + k] * a[k * n + j];
}

/* … or in the middle, and not at all in some rounds. */
INLINE void passing(int n, int from, int to, double *x) {
  for (int i = 0; i < n; i++)
    for (int k = from; k < to; k++)
      x[i] += 0.2 * x[k] * x[k];
}

/* Two elements at once, which change places. */
INLINE void pairs(int n, double *x) {
  for (int i = 0; i + 1 < n; i += 2)
    for (int k = 0; k < n; k++) {
      double other = x[i] * 0.9;
      x[i] = x[i + 1] * sin(other + k);
      x[i + 1] = other;
    }
}

/* Stored under a condition, and behind a way out. */
INLINE void sometimes(int n, double *x, const double *y, double limit) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      if (y[k] > limit)
        x[i] += y[k] * x[i];
      if (x[i] > 2)
        break;
      x[i] *= 1 + 0.1 * y[k];
    }
}

PRIMAL(accumulate) {
  double a[25], b[25], x[8], y[8], z[8], w[8];
  for (int i = 0; i < 25; i++)
    a[i] = b[i] = 0.4 * in[i % n] + (i % 6 == 0);
  for (int i = 0; i < 8; i++)
    x[i] = y[i] = z[i] = w[i] = in[(i + 3) % n];
  factor(n - 2, a);
  substitute(n - 2, a, x);
  substitute(n - 4, a, a + n); /* the right side lies in the matrix */
  own(n - 2, b);
  passing(n - 1, 2, n - 2, y);
  passing(n - 3, n - 3, n, y);
  pairs(n - 1, z);
  sometimes(n - 2, w, z, 0.6);
  for (int j = 0; j < m; j++)
    out[j] = a[3 * j + 1] + x[j] * b[4 * j + 2] + y[j] * z[j] + w[j];
}
ORACLE_MAIN(accumulate, 7, 6, 0.3, 0.9)
