/* GPT-2: the whole model, two allocations addressed by pointer tables. */
#include "gpt2.h"

#include "../../examples/gpt2/model.c"
#include "../../examples/gpt2/model_backward.c"
#include "../../examples/gpt2/storage.c"

static Config config_of(const Data *data) {
  return (Config){.batch = GPT2_BATCH,
                  .context = GPT2_CONTEXT,
                  .vocabulary = GPT2_VOCABULARY,
                  .layers = 4,
                  .channels = data->size,
                  .heads = gpt2_heads(data->size)};
}

/* The model whose two allocations are the first two buffers, or their shadows. */
static Model model_of(const Data *data, real *parameters, real *activations) {
  Model model = {.config = config_of(data)};
  size_t sizes[ACTIVATION_TENSORS];
  parameter_sizes(&model.config, sizes);
  for (int i = 0; i < PARAMETER_TENSORS; parameters += sizes[i++])
    model.parameters[i] = parameters;
  activation_sizes(&model.config, sizes);
  for (int i = 0; i < ACTIVATION_TENSORS; activations += sizes[i++])
    model.activations[i] = activations;
  return model;
}

BENCH_UNUSED static void kernel(const Model *model, const int *tokens, real *loss) {
  *loss = model_loss(model, tokens, tokens + GPT2_ROWS);
}

BENCH_UNUSED static void shape(Data *data) {
  Config config = config_of(data);
  data->index_count = 2 * GPT2_ROWS;
  data->index_limit = GPT2_VOCABULARY;
  buffer_set(data, 0, INPUT, parameter_count(&config), -0.05, 0.05);
  buffer_set(data, 1, SCRATCH, activation_count(&config), 0, 0);
  buffer_set(data, 2, OUTPUT, 1, 1, 1); /* the hand-written gradient is for a seed of 1 */
  data->operations = 2.0 * GPT2_ROWS * (double)parameter_count(&config);
}

#define MODELS                                                                                     \
  Model model = model_of(data, BENCH_VALUE(0), BENCH_VALUE(1));                                    \
  Model shadow = model_of(data, BENCH_SHADOW(0), BENCH_SHADOW(1))

#ifndef PART_ADCC
BENCH_UNUSED static void call_primal(Data *data) {
  MODELS;
  (void)shadow;
  kernel(&model, data->indices, BENCH_VALUE(2));
}

BENCH_UNUSED static void call_by_hand(Data *data) {
  MODELS;
  *BENCH_VALUE(2) =
      model_gradient_by_hand(&model, &shadow, data->indices, data->indices + GPT2_ROWS);
}
#else
#define ARGUMENTS                                                                                  \
  (void *)kernel, adcc_dup, &model, &shadow, adcc_const, data->indices, adcc_dup, BENCH_VALUE(2),  \
      BENCH_SHADOW(2)

BENCH_UNUSED static void call_reverse(Data *data) {
  MODELS;
  __adcc_autodiff(ARGUMENTS);
}

BENCH_UNUSED static void call_forward(Data *data) {
  MODELS;
  __adcc_fwddiff(ARGUMENTS);
}
#endif

BENCH_DEFINE(64, call_primal(data), call_by_hand(data), call_reverse(data), call_forward(data), 384)
