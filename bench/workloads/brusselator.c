/* The right-hand side of the Brusselator on a periodic plane */
#include "nest.h"

static const real A = 3.4, B = 1, diffusion = 10;

static void kernel(int n, real *RESTRICT du, real *RESTRICT dv, const real *RESTRICT u,
                   const real *RESTRICT v) {
  real rate = diffusion / 16;
  for (int i = 0; i < n; i++) {
    int up = (i ? i - 1 : n - 1) * n, down = (i + 1 < n ? i + 1 : 0) * n;
    for (int j = 0; j < n; j++) {
      int left = j ? j - 1 : n - 1, right = j + 1 < n ? j + 1 : 0, at = i * n + j;
      real square = u[at] * u[at] * v[at];
      du[at] = B + square - (A + 1) * u[at] +
               rate * (u[up + j] + u[down + j] + u[i * n + left] + u[i * n + right] - 4 * u[at]);
      dv[at] = A * u[at] - square +
               rate * (v[up + j] + v[down + j] + v[i * n + left] + v[i * n + right] - 4 * v[at]);
    }
  }
}

/* One row of the adjoint; the Laplacian is its own adjoint, so it is gathered like the primal's. */
static inline void row_adjoint(int n, const real *restrict ru, const real *restrict ru_up,
                               const real *restrict ru_down, const real *restrict rv,
                               const real *restrict rv_up, const real *restrict rv_down,
                               const real *restrict u, const real *restrict v, real *restrict gu,
                               real *restrict gv, int from, int to) {
  real rate = diffusion / 16;
  for (int j = from; j < to; j++) {
    int left = j ? j - 1 : n - 1, right = j + 1 < n ? j + 1 : 0;
    real difference = ru[j] - rv[j];
    gu[j] += 2 * u[j] * v[j] * difference - (A + 1) * ru[j] + A * rv[j] +
             rate * (ru_up[j] + ru_down[j] + ru[left] + ru[right] - 4 * ru[j]);
    gv[j] += u[j] * u[j] * difference +
             rate * (rv_up[j] + rv_down[j] + rv[left] + rv[right] - 4 * rv[j]);
  }
}

BENCH_UNUSED static void gradient(int n, real *du, real *rdu, real *dv, real *rdv, const real *u,
                                  real *gu, const real *v, real *gv) {
  kernel(n, du, dv, u, v);
  for (int i = 0; i < n; i++) {
    int up = (i ? i - 1 : n - 1) * n, down = (i + 1 < n ? i + 1 : 0) * n, at = i * n;
    row_adjoint(n, rdu + at, rdu + up, rdu + down, rdv + at, rdv + up, rdv + down, u + at, v + at,
                gu + at, gv + at, 0, n);
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n * n, 0.5, 1.5);
  buffer_set(data, 1, OUTPUT, n * n, 0.5, 1.5);
  buffer_set(data, 2, INPUT, n * n, 0, 2);
  buffer_set(data, 3, INPUT, n * n, 0, 2);
  data->operations = 22.0 * n * n;
}

DEFINE_WORKLOAD(1, 4, 7, 32, 1000)
