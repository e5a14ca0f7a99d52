/* The determinant by recursive expansion into minors along rows; a bit in `used` for each column
 * that the rows above have taken. */
#include "nest.h"

static real minor_of(int n, const real *matrix, int row, unsigned used) {
  if (row == n)
    return 1;
  real sum = 0, sign = 1;
  for (int column = 0; column < n; column++) {
    if (used >> column & 1)
      continue;
    sum += sign * matrix[row * n + column] * minor_of(n, matrix, row + 1, used | 1u << column);
    sign = -sign;
  }
  return sum;
}

static void kernel(int n, real *RESTRICT value, const real *RESTRICT matrix) {
  *value = minor_of(n, matrix, 0, 0);
}

/* The same recursion, keeping the minors in the order of the visit. */
static real minor_keeping(int n, const real *matrix, int row, unsigned used, real **kept) {
  if (row == n)
    return 1;
  real sum = 0, sign = 1;
  for (int column = 0; column < n; column++) {
    if (used >> column & 1)
      continue;
    real minor = minor_keeping(n, matrix, row + 1, used | 1u << column, kept);
    *(*kept)++ = minor;
    sum += sign * matrix[row * n + column] * minor;
    sign = -sign;
  }
  return sum;
}

static void minor_adjoint(int n, const real *matrix, real *dmatrix, int row, unsigned used, real d,
                          real **kept) {
  if (row == n)
    return;
  real sign = (n - row) % 2 ? 1 : -1; /* of the last free column */
  for (int column = n; column-- > 0;) {
    if (used >> column & 1)
      continue;
    dmatrix[row * n + column] += sign * d * *--*kept;
    minor_adjoint(n, matrix, dmatrix, row + 1, used | 1u << column,
                  sign * d * matrix[row * n + column], kept);
    sign = -sign;
  }
}

BENCH_UNUSED static void gradient(int n, real *value, real *dvalue, const real *matrix,
                                  real *dmatrix) {
  size_t nodes = 0;
  for (size_t i = (size_t)n, product = 1; i > 0; i--)
    nodes += product *= i;
  real *memory = malloc(nodes * sizeof *memory), *kept = memory;
  if (!memory)
    abort();
  *value = minor_keeping(n, matrix, 0, 0, &kept);
  minor_adjoint(n, matrix, dmatrix, 0, 0, *dvalue, &kept);
  free(memory);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, n * n, -1, 1);
  double nodes = 1;
  for (size_t i = 2; i <= n; i++)
    nodes *= (double)i;
  data->operations = 4.5 * nodes;
}

DEFINE_WORKLOAD(1, 2, 5, 7, 9)
