/* Integers in a shadow are those of the memory: a structure can be gone through by its shadow, and
 * a program's own allocator finds its header when it gets a shadow back. */
#include "oracle.h"
typedef struct {
  double *values;
  size_t count;
  int kind;
  char tag;
} Series;
typedef struct {
  void *tape;
  Series *primal, *shadow;
} Halves;
extern void __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...), __enzyme_reverse(void *, ...);
extern Halves __enzyme_augmentfwd(void *, ...);

static size_t held;
static void *own_malloc(size_t bytes) {
  size_t *block = malloc(bytes + 16);
  block[0] = 0x5eed;
  block[1] = bytes;
  held += bytes;
  return block + 2;
}
static void own_free(void *pointer) {
  size_t *block = (size_t *)pointer - 2;
  if (block[0] != 0x5eed)
    abort();
  held -= block[1];
  free(block);
}
static void build(Series *series, const double *x, int n) {
  series->values = malloc((size_t)n * sizeof(double));
  series->count = (size_t)n;
  series->kind = 7;
  series->tag = 'q';
  for (int i = 0; i < n; i++)
    series->values[i] = x[i] * x[i];
}
static Series *make(const double *x, int n) {
  Series *series = malloc(sizeof *series);
  build(series, x, n);
  return series;
}
static double with_own(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double *cell = own_malloc(2 * sizeof *cell);
    cell[0] = x[i] * x[i];
    cell[1] = cell[0] * x[i];
    sum += cell[1];
    own_free(cell);
  }
  return sum;
}

int main(void) {
  double x[3] = {1, 2, 3}, t[3] = {1, 1, 1}, dx[3] = {0};
  Series series = {0}, tangent = {0}, shadow = {0};
  __enzyme_fwddiff((void *)build, adcc_dup, &series, &tangent, adcc_dup, x, t, adcc_const, 3);
  EXPECT(tangent.count == 3 && tangent.kind == 7 && tangent.tag == 'q');
  CLOSE_TO(tangent.values[2], 6.0, 1e-12);
  free(series.values);
  __enzyme_autodiff((void *)build, adcc_dup, &series, &shadow, adcc_dup, x, dx, adcc_const, 3);
  EXPECT(shadow.count == 3 && shadow.kind == 7); /* text is not kept */
  free(tangent.values);
  free(shadow.values);
  free(series.values);

  Halves halves = __enzyme_augmentfwd((void *)make, adcc_dup, x, dx, adcc_const, 3);
  EXPECT(halves.shadow->count == 3);
  for (size_t i = 0; i < halves.shadow->count; i++)
    halves.shadow->values[i] = 1;
  __enzyme_reverse((void *)make, adcc_dup, x, dx, adcc_const, 3, halves.tape);
  free(halves.primal->values);
  free(halves.shadow->values);
  free(halves.primal);
  free(halves.shadow);
  for (int i = 0; i < 3; i++)
    CLOSE_TO(dx[i], 2 * x[i], 1e-12);

  double gradient[3] = {0};
  __enzyme_autodiff((void *)with_own, adcc_dup, x, gradient, adcc_const, 3);
  for (int i = 0; i < 3; i++)
    CLOSE_TO(gradient[i], 3 * x[i] * x[i], 1e-12);
  EXPECT(held == 0);
  return oracle_exit();
}
