/* GPT-2: token and position embedding. */
#include "gpt2.h"

static void kernel(int B, int T, int C, const int *RESTRICT tokens, real *RESTRICT out,
                   const real *RESTRICT token_table, const real *RESTRICT position_table) {
  encoder_forward(out, tokens, token_table, position_table, B, T, C);
}

BENCH_UNUSED static void gradient(int B, int T, int C, const int *tokens, real *out, real *dout,
                                  const real *token_table, real *dtoken_table,
                                  const real *position_table, real *dposition_table) {
  encoder_forward(out, tokens, token_table, position_table, B, T, C);
  encoder_backward(dout, tokens, dtoken_table, dposition_table, B, T, C);
}

BENCH_UNUSED static void shape(Data *data) {
  int C = data->size;
  data->integers[0] = GPT2_BATCH;
  data->integers[1] = GPT2_CONTEXT;
  data->integers[2] = C;
  data->index_count = GPT2_ROWS;
  data->index_limit = GPT2_VOCABULARY;
  buffer_set(data, 0, OUTPUT, (size_t)GPT2_ROWS * C, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)GPT2_VOCABULARY * C, -1, 1);
  buffer_set(data, 2, INPUT, (size_t)GPT2_CONTEXT * C, -1, 1);
  data->operations = (double)GPT2_ROWS * C;
}

DEFINE_WORKLOAD(3x, 3, 24, 384)
