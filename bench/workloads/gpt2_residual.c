/* GPT-2: residual addition. */
#include "gpt2.h"

static void kernel(int count, real *RESTRICT out, const real *RESTRICT a, const real *RESTRICT b) {
  residual_forward(out, a, b, count);
}

BENCH_UNUSED static void gradient(int count, real *out, real *dout, real *a, real *da, real *b,
                                  real *db) {
  residual_forward(out, a, b, count);
  residual_backward(dout, da, db, count);
}

BENCH_UNUSED static void shape(Data *data) {
  int count = GPT2_ROWS * data->size;
  data->integers[0] = count;
  buffer_set(data, 0, OUTPUT, (size_t)count, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)count, -1, 1);
  buffer_set(data, 2, INPUT, (size_t)count, -1, 1);
  data->operations = count;
}

DEFINE_WORKLOAD(1, 3, 24, 384)
