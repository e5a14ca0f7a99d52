/* A table of functions that is filled once, where it meets no number, and read where it is one of
 * the records that hold some: what is only called needs no shadow. */
#include "oracle.h"

typedef double Kernel(double, const double *);
typedef struct {
  Kernel *kernel;
  double scale;
} Item;

static Item table[3];
static int ready;

static double wave(double x, const double *w) { return x * w[0] + sin(x * w[1]); }
static double bell(double x, const double *w) { return exp(-x * x * w[0]); }

__attribute__((noinline)) static void prepare(void) {
  if (ready)
    return;
  table[0].kernel = wave;
  table[1].kernel = bell;
  table[2].kernel = wave;
  ready = 1;
}

__attribute__((noinline)) static double call(Kernel *kernel, double x, const double *w) {
  return kernel(x, w) + (kernel == bell ? x : 1);
}

__attribute__((noinline)) static double apply(const Item *own, size_t i, double x,
                                              const double *w) {
  const Item *item = i % 4 == 3 ? own : &table[i % 4];
  return item->scale * x + call(table[i % 3].kernel, x, w);
}

PRIMAL(table_filled_apart) {
  Item own = {bell, in[0]};
  out[0] = 0;
  for (size_t i = 0; i < 9; i++) {
    prepare();
    out[0] += apply(&own, i, 0.1 * (double)i + in[1], in);
  }
}
ORACLE_MAIN(table_filled_apart, 2, 1, 0.3, 0.9)
