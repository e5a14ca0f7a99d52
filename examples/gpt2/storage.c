/* Where the model's numbers live: sizes, the two allocations, initial values. */
#include "model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void parameter_sizes(const Config *config, size_t sizes[PARAMETER_TENSORS]) {
  size_t C = (size_t)config->channels, L = (size_t)config->layers;
  sizes[TOKEN_TABLE] = (size_t)config->vocabulary * C;
  sizes[POSITION_TABLE] = (size_t)config->context * C;
  sizes[ATTENTION_NORM_WEIGHT] = sizes[ATTENTION_NORM_BIAS] = L * C;
  sizes[QKV_WEIGHT] = L * 3 * C * C;
  sizes[QKV_BIAS] = L * 3 * C;
  sizes[ATTENTION_OUT_WEIGHT] = L * C * C;
  sizes[ATTENTION_OUT_BIAS] = L * C;
  sizes[FEEDFORWARD_NORM_WEIGHT] = sizes[FEEDFORWARD_NORM_BIAS] = L * C;
  sizes[EXPAND_WEIGHT] = sizes[CONTRACT_WEIGHT] = L * 4 * C * C;
  sizes[EXPAND_BIAS] = L * 4 * C;
  sizes[CONTRACT_BIAS] = L * C;
  sizes[FINAL_NORM_WEIGHT] = sizes[FINAL_NORM_BIAS] = C;
}

void activation_sizes(const Config *config, size_t sizes[ACTIVATION_TENSORS]) {
  size_t C = (size_t)config->channels, L = (size_t)config->layers;
  size_t R = (size_t)config->batch * (size_t)config->context;
  size_t attention = L * R * (size_t)config->heads * (size_t)config->context;
  sizes[ENCODED] = sizes[FINAL_NORM] = R * C;
  sizes[FINAL_NORM_MEAN] = sizes[FINAL_NORM_DEVIATION] = sizes[LOSSES] = R;
  sizes[ATTENTION_NORM_MEAN] = sizes[ATTENTION_NORM_DEVIATION] = L * R;
  sizes[FEEDFORWARD_NORM_MEAN] = sizes[FEEDFORWARD_NORM_DEVIATION] = L * R;
  sizes[QKV] = L * R * 3 * C;
  sizes[ATTENTION_SCORES] = sizes[ATTENTION_WEIGHTS] = attention;
  sizes[EXPANDED] = sizes[EXPANDED_GELU] = L * R * 4 * C;
  sizes[ATTENTION_NORM] = sizes[ATTENTION] = sizes[ATTENTION_OUT] = L * R * C;
  sizes[ATTENTION_RESIDUAL] = sizes[FEEDFORWARD_NORM] = L * R * C;
  sizes[CONTRACTED] = sizes[FEEDFORWARD_RESIDUAL] = L * R * C;
  sizes[LOGITS] = sizes[PROBABILITIES] = R * (size_t)config->vocabulary;
}

static size_t sum(const size_t *sizes, int count) {
  size_t total = 0;
  for (int i = 0; i < count; i++)
    total += sizes[i];
  return total;
}

size_t parameter_count(const Config *config) {
  size_t sizes[PARAMETER_TENSORS];
  parameter_sizes(config, sizes);
  return sum(sizes, PARAMETER_TENSORS);
}

size_t activation_count(const Config *config) {
  size_t sizes[ACTIVATION_TENSORS];
  activation_sizes(config, sizes);
  return sum(sizes, ACTIVATION_TENSORS);
}

const char *parameter_name(Parameter parameter) {
  static const char *const names[PARAMETER_TENSORS] = {
      [TOKEN_TABLE] = "token table",
      [POSITION_TABLE] = "position table",
      [ATTENTION_NORM_WEIGHT] = "attention norm weight",
      [ATTENTION_NORM_BIAS] = "attention norm bias",
      [QKV_WEIGHT] = "qkv weight",
      [QKV_BIAS] = "qkv bias",
      [ATTENTION_OUT_WEIGHT] = "attention out weight",
      [ATTENTION_OUT_BIAS] = "attention out bias",
      [FEEDFORWARD_NORM_WEIGHT] = "feed-forward norm weight",
      [FEEDFORWARD_NORM_BIAS] = "feed-forward norm bias",
      [EXPAND_WEIGHT] = "expand weight",
      [EXPAND_BIAS] = "expand bias",
      [CONTRACT_WEIGHT] = "contract weight",
      [CONTRACT_BIAS] = "contract bias",
      [FINAL_NORM_WEIGHT] = "final norm weight",
      [FINAL_NORM_BIAS] = "final norm bias",
  };
  return names[parameter];
}

/* One zeroed allocation cut into consecutive tensors. */
static int allocate(real **table, const size_t *sizes, int count) {
  real *memory = calloc(sum(sizes, count), sizeof(real));
  if (!memory)
    return 0;
  for (int i = 0; i < count; i++) {
    table[i] = memory;
    memory += sizes[i];
  }
  return 1;
}

int model_create(Model *model, const Config *config) {
  *model = (Model){.config = *config};
  size_t parameters[PARAMETER_TENSORS], activations[ACTIVATION_TENSORS];
  parameter_sizes(config, parameters);
  activation_sizes(config, activations);
  if (!allocate(model->parameters, parameters, PARAMETER_TENSORS))
    return 0;
  if (allocate(model->activations, activations, ACTIVATION_TENSORS))
    return 1;
  free(model->parameters[0]);
  return 0;
}

void model_destroy(Model *model) {
  free(model->parameters[0]);
  free(model->activations[0]);
}

void model_zero(Model *model) {
  memset(model->parameters[0], 0, parameter_count(&model->config) * sizeof(real));
  memset(model->activations[0], 0, activation_count(&model->config) * sizeof(real));
}

/* xorshift*: uniform in (0, 1). */
static double uniform(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return ((double)((*state * UINT64_C(2685821657736338717)) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(uint64_t *state) {
  double radius = sqrt(-2 * log(uniform(state)));
  return radius * cos(6.283185307179586 * uniform(state));
}

void model_initialize(Model *model, unsigned long long seed) {
  uint64_t state = seed * 2654435769u + 88172645463325252u;
  size_t sizes[PARAMETER_TENSORS];
  parameter_sizes(&model->config, sizes);
  for (int i = 0; i < PARAMETER_TENSORS; i++) {
    int is_gain =
        i == ATTENTION_NORM_WEIGHT || i == FEEDFORWARD_NORM_WEIGHT || i == FINAL_NORM_WEIGHT;
    int is_random = i == TOKEN_TABLE || i == POSITION_TABLE || i == QKV_WEIGHT ||
                    i == ATTENTION_OUT_WEIGHT || i == EXPAND_WEIGHT || i == CONTRACT_WEIGHT;
    double deviation = 0.02;
    /* what feeds the residual stream is damped so that its variance does not grow with depth */
    if (i == ATTENTION_OUT_WEIGHT || i == CONTRACT_WEIGHT)
      deviation /= sqrt(2.0 * model->config.layers);
    for (size_t k = 0; k < sizes[i]; k++)
      model->parameters[i][k] = (real)(is_gain ? 1 : is_random ? deviation * normal(&state) : 0);
  }
}
