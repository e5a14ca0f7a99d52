/* GPT-2: layer normalisation. */
#include "gpt2.h"

static void kernel(int R, int C, real *RESTRICT out, real *RESTRICT mean,
                   real *RESTRICT inverse_deviation, const real *RESTRICT in,
                   const real *RESTRICT weight, const real *RESTRICT bias) {
  layernorm_forward(out, mean, inverse_deviation, in, weight, bias, R, C);
}

BENCH_UNUSED static void gradient(int R, int C, real *out, real *dout, real *mean, real *dmean,
                                  real *inverse_deviation, real *dinverse_deviation, real *in,
                                  real *din, real *weight, real *dweight, real *bias, real *dbias) {
  (void)dmean, (void)dinverse_deviation;
  layernorm_forward(out, mean, inverse_deviation, in, weight, bias, R, C);
  layernorm_backward(dout, din, dweight, dbias, in, weight, mean, inverse_deviation, R, C);
}

BENCH_UNUSED static void shape(Data *data) {
  int C = data->size;
  data->integers[0] = GPT2_ROWS;
  data->integers[1] = C;
  buffer_set(data, 0, OUTPUT, (size_t)GPT2_ROWS * C, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, GPT2_ROWS, 0, 0);
  buffer_set(data, 2, SCRATCH, GPT2_ROWS, 0, 0);
  buffer_set(data, 3, INPUT, (size_t)GPT2_ROWS * C, -1, 1);
  buffer_set(data, 4, INPUT, (size_t)C, 0.5, 1.5);
  buffer_set(data, 5, INPUT, (size_t)C, -1, 1);
  data->operations = 8.0 * GPT2_ROWS * C;
}

DEFINE_WORKLOAD(2, 6, 24, 384)
