/* GPT-2: causal self-attention that stores scores and weights. */
#include "gpt2.h"

static void kernel(int B, int T, int C, int H, real *RESTRICT out, real *RESTRICT scores,
                   real *RESTRICT weights, const real *RESTRICT qkv) {
  attention_forward(out, scores, weights, qkv, B, T, C, H);
}

BENCH_UNUSED static void gradient(int B, int T, int C, int H, real *out, real *dout, real *scores,
                                  real *dscores, real *weights, real *dweights, real *qkv,
                                  real *dqkv) {
  (void)dscores;
  attention_forward(out, scores, weights, qkv, B, T, C, H);
  attention_backward(dout, dqkv, dweights, qkv, weights, B, T, C, H);
}

BENCH_UNUSED static void shape(Data *data) {
  int C = data->size, H = gpt2_heads(C);
  size_t square = (size_t)GPT2_ROWS * GPT2_CONTEXT * H;
  data->integers[0] = GPT2_BATCH;
  data->integers[1] = GPT2_CONTEXT;
  data->integers[2] = C;
  data->integers[3] = H;
  buffer_set(data, 0, OUTPUT, (size_t)GPT2_ROWS * C, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, square, 0, 0);
  buffer_set(data, 2, SCRATCH, square, 0, 0);
  buffer_set(data, 3, INPUT, (size_t)GPT2_ROWS * 3 * C, -1, 1);
  data->operations = 2.0 * GPT2_ROWS * GPT2_CONTEXT * C;
}

DEFINE_WORKLOAD(4, 4, 24, 384)
