/* GPT-2: softmax and cross entropy. `size` is the vocabulary. */
#include "gpt2.h"

static void kernel(int R, int V, const int *RESTRICT targets, real *RESTRICT losses,
                   real *RESTRICT probabilities, const real *RESTRICT logits) {
  softmax_forward(probabilities, logits, R, V);
  crossentropy_forward(losses, probabilities, targets, R, V);
}

BENCH_UNUSED static void gradient(int R, int V, const int *targets, real *losses, real *dlosses,
                                  real *probabilities, real *dprobabilities, real *logits,
                                  real *dlogits) {
  (void)dprobabilities;
  softmax_forward(probabilities, logits, R, V);
  crossentropy_forward(losses, probabilities, targets, R, V);
  crossentropy_softmax_backward(dlosses, dlogits, probabilities, targets, R, V);
}

BENCH_UNUSED static void shape(Data *data) {
  int V = data->size;
  data->integers[0] = GPT2_ROWS;
  data->integers[1] = V;
  data->index_count = GPT2_ROWS;
  data->index_limit = V;
  buffer_set(data, 0, OUTPUT, GPT2_ROWS, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, (size_t)GPT2_ROWS * V, 0, 0);
  buffer_set(data, 2, INPUT, (size_t)GPT2_ROWS * V, -3, 3);
  data->operations = 4.0 * GPT2_ROWS * V;
}

DEFINE_WORKLOAD(2x, 3, 40, 256, 4096)
