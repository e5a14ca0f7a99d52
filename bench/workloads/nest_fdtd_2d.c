/* Two-dimensional finite-difference time domain: two electric fields and a magnetic one, in place
 */
#include "nest.h"

enum { STEPS = 20 };

static void kernel(int n, real *RESTRICT ex, real *RESTRICT ey, real *RESTRICT hz,
                   const real *RESTRICT source) {
  for (int t = 0; t < STEPS; t++) {
    for (int j = 0; j < n; j++)
      ey[j] = source[t];
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        ey[i * n + j] -= (real)0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        ex[i * n + j] -= (real)0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < n - 1; j++)
        hz[i * n + j] -=
            (real)0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
  }
}

/* The rows apart, so that restrict can say that they do not overlap. */
static inline void magnetic_adjoint(int n, const real *restrict dhz, real *restrict dex,
                                    real *restrict dey, real *restrict dey_below) {
  for (int j = 0; j < n - 1; j++) {
    real d = (real)0.7 * dhz[j];
    dey[j] += d;
    dey_below[j] -= d;
  }
  dex[0] += (real)0.7 * dhz[0];
  for (int j = 1; j < n - 1; j++)
    dex[j] += (real)0.7 * (dhz[j] - dhz[j - 1]);
  dex[n - 1] -= (real)0.7 * dhz[n - 2];
}

static inline void electric_adjoint(int n, const real *restrict dey, real *restrict dhz,
                                    real *restrict dhz_above) {
  for (int j = 0; j < n; j++) {
    real d = (real)0.5 * dey[j];
    dhz[j] -= d;
    dhz_above[j] += d;
  }
}

BENCH_UNUSED static void gradient(int n, real *ex, real *restrict dex, real *ey, real *restrict dey,
                                  real *hz, real *restrict dhz, real *source,
                                  real *restrict dsource) {
  kernel(n, ex, ey, hz, source);
  for (int t = STEPS; t-- > 0;) {
    for (int i = 0; i < n - 1; i++)
      magnetic_adjoint(n, dhz + i * n, dex + i * n, dey + i * n, dey + (i + 1) * n);
    for (int i = 0; i < n; i++) {
      const real *d = dex + i * n;
      real *h = dhz + i * n;
      h[0] += (real)0.5 * d[1];
      for (int j = 1; j < n - 1; j++)
        h[j] += (real)0.5 * (d[j + 1] - d[j]);
      h[n - 1] -= (real)0.5 * d[n - 1];
    }
    for (int i = 1; i < n; i++)
      electric_adjoint(n, dey + i * n, dhz + i * n, dhz + (i - 1) * n);
    real sum = 0;
    for (int j = 0; j < n; j++) {
      sum += dey[j];
      dey[j] = 0;
    }
    dsource[t] += sum;
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  for (int i = 0; i < 3; i++)
    buffer_set(data, i, INOUT, n * n, -1, 1);
  buffer_set(data, 3, INPUT, STEPS, -1, 1);
  data->operations = 11.0 * STEPS * n * n;
}

DEFINE_WORKLOAD(1, 4, 9, 80, 600)
