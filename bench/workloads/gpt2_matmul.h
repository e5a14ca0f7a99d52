/* GPT-2: the matrix product that widens C channels to 4C, by the routine FORWARD. */
#include "gpt2.h"

static void kernel(int R, int C, int O, real *RESTRICT out, const real *RESTRICT in,
                   const real *RESTRICT weight, const real *RESTRICT bias) {
  FORWARD(out, in, weight, bias, R, C, O);
}

BENCH_UNUSED static void gradient(int R, int C, int O, real *out, real *dout, real *in, real *din,
                                  real *weight, real *dweight, real *bias, real *dbias) {
  FORWARD(out, in, weight, bias, R, C, O);
  matmul_backward(dout, din, dweight, dbias, in, weight, R, C, O);
}

BENCH_UNUSED static void shape(Data *data) {
  int C = data->size, O = 4 * C;
  data->integers[0] = GPT2_ROWS;
  data->integers[1] = C;
  data->integers[2] = O;
  buffer_set(data, 0, OUTPUT, (size_t)GPT2_ROWS * O, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)GPT2_ROWS * C, -1, 1);
  buffer_set(data, 2, INPUT, (size_t)O * C, -1, 1);
  buffer_set(data, 3, INPUT, (size_t)O, -1, 1);
  data->operations = 2.0 * GPT2_ROWS * C * O;
}

DEFINE_WORKLOAD(3, 4, 24, 384)
