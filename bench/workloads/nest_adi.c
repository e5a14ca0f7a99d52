/* Alternating directions: tridiagonal sweeps along columns, then along rows */
#include "nest.h"

enum { STEPS = 10 };
static const real a = -0.3, b = 1.6, c = -0.3, d = -0.2, f = -0.2;

static void kernel(int n, real *RESTRICT u, real *RESTRICT v, real *RESTRICT p, real *RESTRICT q) {
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < n - 1; i++) {
      v[i] = 1;
      p[i * n] = 0;
      q[i * n] = v[i];
      for (int j = 1; j < n - 1; j++) {
        p[i * n + j] = -c / (a * p[i * n + j - 1] + b);
        q[i * n + j] = (-d * u[j * n + i - 1] + (1 + 2 * d) * u[j * n + i] - f * u[j * n + i + 1] -
                        a * q[i * n + j - 1]) /
                       (a * p[i * n + j - 1] + b);
      }
      v[(n - 1) * n + i] = 1;
      for (int j = n - 2; j >= 1; j--)
        v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
    }
    for (int i = 1; i < n - 1; i++) {
      u[i * n] = 1;
      p[i * n] = 0;
      q[i * n] = u[i * n];
      for (int j = 1; j < n - 1; j++) {
        p[i * n + j] = -c / (a * p[i * n + j - 1] + b);
        q[i * n + j] = (-d * v[(i - 1) * n + j] + (1 + 2 * d) * v[i * n + j] -
                        f * v[(i + 1) * n + j] - a * q[i * n + j - 1]) /
                       (a * p[i * n + j - 1] + b);
      }
      u[i * n + n - 1] = 1;
      for (int j = n - 2; j >= 1; j--)
        u[i * n + j] = p[i * n + j] * u[i * n + j + 1] + q[i * n + j];
    }
  }
}

/* Linear in u, with coefficients that depend on j alone: they are recomputed once. dq takes one
 * line. */
BENCH_UNUSED static void gradient(int n, real *u, real *restrict du, real *v, real *restrict dv,
                                  real *p, real *restrict dp, real *q, real *restrict dq) {
  kernel(n, u, v, p, q);
  real *restrict factor = dp, *restrict inverse = dp + n; /* dp is zero and unused otherwise */
  factor[0] = 0;
  for (int j = 1; j < n - 1; j++) {
    inverse[j] = 1 / (a * factor[j - 1] + b);
    factor[j] = -c * inverse[j];
  }
  for (int t = 0; t < STEPS; t++) {
    for (int i = n - 2; i >= 1; i--) {
      real carry = 0;
      for (int j = 1; j < n - 1; j++) {
        dq[j] = carry = du[i * n + j] + carry * factor[j - 1];
        du[i * n + j] = 0;
      }
      du[i * n] = du[i * n + n - 1] = 0;
      carry = 0;
      for (int j = n - 2; j >= 1; j--) {
        carry = (dq[j] - a * carry) * inverse[j];
        dq[j] = carry;
      }
      row_add(dv + (i - 1) * n + 1, dq + 1, -d, n - 2);
      row_add(dv + i * n + 1, dq + 1, 1 + 2 * d, n - 2);
      row_add(dv + (i + 1) * n + 1, dq + 1, -f, n - 2);
    }
    /* all columns side by side, so that memory is walked along rows */
    for (int j = 1; j < n - 1; j++)
      if (j > 1)
        row_add(dv + j * n + 1, dv + (j - 1) * n + 1, factor[j - 1], n - 2);
    for (int j = n - 2; j >= 1; j--) {
      real *row = dv + j * n;
      if (j < n - 2)
        row_add(row + 1, row + n + 1, -a, n - 2);
      for (int i = 1; i < n - 1; i++)
        row[i] *= inverse[j];
    }
    for (int j = 1; j < n - 1; j++) {
      const real *row = dv + j * n;
      row_add(du + j * n, row + 1, -d, n - 2);
      row_add(du + j * n + 1, row + 1, 1 + 2 * d, n - 2);
      row_add(du + j * n + 2, row + 1, -f, n - 2);
    }
    memset(dv, 0, (size_t)n * n * sizeof *dv);
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  for (int i = 1; i < 4; i++)
    buffer_set(data, i, SCRATCH, n * n, 0, 0);
  data->operations = 30.0 * STEPS * n * n;
}

DEFINE_WORKLOAD(1, 4, 9, 64, 500)
