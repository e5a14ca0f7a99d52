/* Structures that point to active memory and to memory that carries no derivative, given to
 * functions that are differentiated on their own: what carries none is neither read as a tangent
 * nor added to. */
#include "oracle.h"
typedef struct {
  const double *active, *fixed;
  const double *table;
  struct {
    double *scratch;
    int length;
  } inner;
} Data;
static const double table[4] = {1.5, -0.5, 2.0, 0.25};
__attribute__((noinline)) static double weighted(const Data *data, int i) {
  if (i < 0)
    return 0;
  data->inner.scratch[i] = data->active[i] * data->active[i];
  return data->active[i] * data->fixed[i] * data->table[i % 4] + data->inner.scratch[i] +
         weighted(data, i - 1);
}
__attribute__((noinline)) static double sum_of(const double *fixed, int n) {
  return n == 0 ? 0 : fixed[n - 1] + sum_of(fixed, n - 1);
}
PRIMAL(beside) {
  double *fixed = (double *)malloc(n * sizeof *fixed);
  double *scratch = (double *)malloc(n * sizeof *scratch);
  for (size_t i = 0; i < n; i++)
    fixed[i] = (double)i + 2.5;
  Data data = {in, fixed, table, {scratch, (int)n}};
  out[0] = weighted(&data, (int)n - 1);
  out[1] = out[0] * fixed[1] * in[0] + sum_of(fixed, (int)n);
  free(fixed);
  free(scratch);
}
ORACLE_MAIN(beside, 4, 2, 0.5, 1.5)
