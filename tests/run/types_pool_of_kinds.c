// One pool gives tables of float, of double and of records of integers: which of them a pair of
// integers, copied at once, goes to is not known from types.
#include "oracle.h"

typedef int Pair __attribute__((vector_size(8), aligned(4), may_alias));

typedef struct {
  int kind, degree;
  double scale, shift;
} Curve;

typedef struct {
  const double *points;
  int kind, degree;
  double scale, shift;
} Kernel;

static _Alignas(16) char pool[4096];
static size_t used;

__attribute__((noinline)) static void *take(size_t bytes) {
  void *block = pool + used;
  used += (bytes + 15) & ~(size_t)15;
  return block;
}

__attribute__((noinline)) static Kernel *prepare(const Curve *curve, const double *points) {
  Kernel *kernel = take(sizeof *kernel);
  kernel->points = points;
  Pair both = *(const Pair *)&curve->kind; // as an optimiser does
  *(Pair *)&kernel->kind = both;
  if (both[0] > 1)
    kernel->degree--;
  kernel->scale = curve->scale;
  kernel->shift = curve->shift;
  return kernel;
}

PRIMAL(fit) {
  used = 0;
  Curve *curve = take(sizeof *curve);
  float *weights = take(n * sizeof *weights);
  double *points = take(n * sizeof *points);
  for (size_t i = 0; i < n; i++) {
    weights[i] = 1 + 0.25f * (float)i;
    points[i] = in[i] * in[i];
  }
  curve->kind = n > 2;
  curve->degree = (int)n;
  curve->scale = in[0];
  curve->shift = in[1];
  Kernel *kernel = prepare(curve, points);
  double sum = kernel->shift;
  for (int i = 0; i < kernel->degree; i++)
    sum += kernel->kind ? kernel->scale * kernel->points[i] * weights[0] : weights[i];
  out[0] = sum;
}

ORACLE_MAIN(fit, 4, 1, 0.5, 1.5)
