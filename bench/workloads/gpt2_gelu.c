/* GPT-2: GELU in its tanh form, on 4C channels. */
#include "gpt2.h"

static void kernel(int count, real *RESTRICT out, const real *RESTRICT in) {
  gelu_forward(out, in, count);
}

BENCH_UNUSED static void gradient(int count, real *out, real *dout, real *in, real *din) {
  gelu_forward(out, in, count);
  gelu_backward(dout, din, in, count);
}

BENCH_UNUSED static void shape(Data *data) {
  int count = GPT2_ROWS * 4 * data->size;
  data->integers[0] = count;
  buffer_set(data, 0, OUTPUT, (size_t)count, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)count, -3, 3);
  data->operations = 8.0 * count;
}

DEFINE_WORKLOAD(1, 2, 24, 384)
