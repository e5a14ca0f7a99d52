/* Conjugate gradients to a tolerance on a tridiagonal system: 2 + c on the diagonal, -1 beside it.
 * The number of iterations is known only at run time. */
#include "nest.h"

static const real tolerance = 1e-13;

static void apply(int n, const real *RESTRICT c, const real *RESTRICT x, real *RESTRICT out) {
  out[0] = (2 + c[0]) * x[0] - x[1];
  for (int i = 1; i < n - 1; i++)
    out[i] = (2 + c[i]) * x[i] - x[i - 1] - x[i + 1];
  out[n - 1] = (2 + c[n - 1]) * x[n - 1] - x[n - 2];
}

static void kernel(int n, real *RESTRICT x, const real *RESTRICT c, const real *RESTRICT b,
                   real *RESTRICT scratch) {
  real *residual = scratch, *direction = residual + n, *image = direction + n;
  real square = 0;
  for (int i = 0; i < n; i++) {
    x[i] = 0;
    residual[i] = direction[i] = b[i];
    square += b[i] * b[i];
  }
  real stop = square * tolerance * tolerance;
  while (square > stop) {
    apply(n, c, direction, image);
    real curvature = 0;
    for (int i = 0; i < n; i++)
      curvature += direction[i] * image[i];
    real step = square / curvature, next = 0;
    for (int i = 0; i < n; i++) {
      x[i] += step * direction[i];
      residual[i] -= step * image[i];
      next += residual[i] * residual[i];
    }
    real turn = next / square;
    for (int i = 0; i < n; i++)
      direction[i] = residual[i] + turn * direction[i];
    square = next;
  }
}

/* What an expert writes: the matrix is symmetric, so the adjoint is one more solve,
 * db = A^-1 dx and dc = -db x. */
BENCH_UNUSED static void gradient(int n, real *x, real *dx, const real *c, real *dc, const real *b,
                                  real *db, real *scratch) {
  kernel(n, x, c, b, scratch);
  real *adjoint = malloc((size_t)n * sizeof *adjoint);
  if (!adjoint)
    abort();
  kernel(n, adjoint, c, dx, scratch);
  for (int i = 0; i < n; i++) {
    db[i] += adjoint[i];
    dc[i] -= adjoint[i] * x[i];
  }
  free(adjoint);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n, 0.5, 1.5);
  buffer_set(data, 1, INPUT, n, 0.5, 1.5);
  buffer_set(data, 2, INPUT, n, -1, 1);
  buffer_set(data, 3, SCRATCH, 3 * n, 0, 0);
  data->operations = 40.0 * 15 * n;
  data->tolerance = 1e-6; /* the derivative of the iteration is not that of the solution */
}

#define ARGUMENTS (void *)kernel, CONSTANTS_1, DUPS_4

BENCH_DEFINE(20, kernel(INTEGERS_1, VALUES_4), gradient(INTEGERS_1, PAIRS_3, BENCH_VALUE(3)),
             __adcc_autodiff(ARGUMENTS), __adcc_fwddiff(ARGUMENTS), 1000, 100000)
