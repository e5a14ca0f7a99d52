/* Holds gradients against each other: by hand against central differences (in a double build, where
 * differences are sharp enough to mean something), and by adcc against by hand. */
#include "check.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int is_double = sizeof(real) == sizeof(double);

static double tolerance(void) { return is_double ? 1e-12 : 1e-5; }

static const double difference_tolerance = 1e-7;

static double uniform(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

static void fill(real *values, size_t count, uint64_t *state) {
  for (size_t i = 0; i < count; i++)
    values[i] = (real)uniform(state);
}

static real *allocate(size_t count) {
  real *memory = calloc(count ? count : 1, sizeof(real));
  if (!memory) {
    fprintf(stderr, "check: out of memory for %zu numbers\n", count);
    exit(1);
  }
  return memory;
}

/* The largest error of a tensor relative to its largest element. A NaN counts as infinite. */
static double relative_error(const real *actual, const real *expected, size_t count) {
  double error = 0, scale = 0;
  for (size_t i = 0; i < count; i++) {
    double difference = fabs((double)actual[i] - (double)expected[i]);
    if (!(difference <= 1e300))
      return 1e300;
    error = fmax(error, difference);
    scale = fmax(scale, fabs((double)expected[i]));
  }
  return scale > 0 ? error / scale : error;
}

static void report(CheckCounts *counts, const char *name, const char *what, double error,
                   double limit) {
  int failed = !(error <= limit);
  printf("  %-26s %-28s %.2e %s\n", name, what, error, failed ? "FAILED" : "ok");
  counts->done++;
  counts->failed += failed;
}

/* ---- layers ---- */

static double seeded_output(const Layer *layer, LayerData *data, real *const *seeds) {
  layer->forward(data);
  double sum = 0;
  for (int i = 0; i < MAX_BUFFERS; i++)
    if (data->counts[i] && data->roles[i] == OUTPUT)
      for (size_t k = 0; k < data->counts[i]; k++)
        sum += (double)seeds[i][k] * (double)data->values[i][k];
  return sum;
}

/* Directional derivative of the seeded output along a random direction in input `i`, against the
 * gradient in the shadow. */
static double difference_error(const Layer *layer, LayerData *data, real *const *seeds, int i,
                               uint64_t *random) {
  const double step = 1e-5;
  size_t count = data->counts[i];
  real *direction = allocate(count), *center = allocate(count);
  fill(direction, count, random);
  memcpy(center, data->values[i], count * sizeof(real));
  double side[2], expected = 0, scale = 0;
  for (int s = 0; s < 2; s++) {
    for (size_t k = 0; k < count; k++)
      data->values[i][k] = center[k] + (real)(s ? step : -step) * direction[k];
    side[s] = seeded_output(layer, data, seeds);
  }
  memcpy(data->values[i], center, count * sizeof(real));
  for (size_t k = 0; k < count; k++) {
    double term = (double)direction[k] * (double)data->shadows[i][k];
    expected += term;
    scale += fabs(term);
  }
  free(direction);
  free(center);
  double difference = (side[1] - side[0]) / (2 * step);
  return fabs(difference - expected) / (scale > 0 ? scale : 1);
}

static void prepare(LayerData *data, real *const *seeds) {
  for (int i = 0; i < MAX_BUFFERS; i++)
    if (data->counts[i]) {
      if (data->roles[i] == OUTPUT)
        memcpy(data->shadows[i], seeds[i], data->counts[i] * sizeof(real));
      else
        memset(data->shadows[i], 0, data->counts[i] * sizeof(real));
      if (data->roles[i] != INPUT)
        memset(data->values[i], 0, data->counts[i] * sizeof(real));
    }
}

static void check_layer(const Layer *layer, LayerData shape, CheckCounts *counts) {
  LayerData *data = &shape;
  uint64_t random = 88172645463325252u;
  size_t tokens = (size_t)data->B * data->T;
  int *indices = malloc(tokens * sizeof(int));
  if (!indices)
    exit(1);
  for (size_t i = 0; i < tokens; i++)
    indices[i] = (int)(fabs(uniform(&random)) * data->O) % data->O;
  data->indices = indices;

  layer->shape(data);
  real *seeds[MAX_BUFFERS] = {0}, *reference[MAX_BUFFERS] = {0};
  for (int i = 0; i < MAX_BUFFERS; i++)
    if (data->counts[i]) {
      data->values[i] = allocate(data->counts[i]);
      data->shadows[i] = allocate(data->counts[i]);
      seeds[i] = allocate(data->counts[i]);
      reference[i] = allocate(data->counts[i]);
      fill(seeds[i], data->counts[i], &random);
      if (data->roles[i] == INPUT)
        fill(data->values[i], data->counts[i], &random);
    }

  prepare(data, seeds);
  layer->gradient_by_hand(data);
  double error = 0;
  for (int i = 0; i < MAX_BUFFERS; i++)
    if (data->counts[i]) {
      memcpy(reference[i], data->shadows[i], data->counts[i] * sizeof(real));
      if (data->roles[i] == INPUT && is_double)
        error = fmax(error, difference_error(layer, data, seeds, i, &random));
    }
  if (is_double)
    report(counts, layer->name, "by hand, against differences", error, difference_tolerance);

  if (layer->gradient_by_adcc) {
    prepare(data, seeds);
    layer->gradient_by_adcc(data);
    error = 0;
    for (int i = 0; i < MAX_BUFFERS; i++)
      if (data->counts[i] && data->roles[i] == INPUT)
        error = fmax(error, relative_error(data->shadows[i], reference[i], data->counts[i]));
    report(counts, layer->name, "by adcc, against by hand", error, tolerance());
  }

  for (int i = 0; i < MAX_BUFFERS; i++) {
    free(data->values[i]);
    free(data->shadows[i]);
    free(seeds[i]);
    free(reference[i]);
  }
  free(indices);
}

void check_all_layers(CheckCounts *counts) {
  /* rows that fill the tiles of eight, and rows that do not; odd everything */
  const LayerData shapes[] = {{.B = 2, .T = 8, .C = 24, .O = 19, .H = 3},
                              {.B = 1, .T = 7, .C = 10, .O = 6, .H = 2}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    printf("layers, B=%d T=%d C=%d O=%d H=%d, %s\n", shapes[s].B, shapes[s].T, shapes[s].C,
           shapes[s].O, shapes[s].H, is_double ? "double" : "float");
    for (int i = 0; i < check_layer_count; i++)
      check_layer(&check_layers[i], shapes[s], counts);
  }
}

/* ---- the whole model ---- */

static double model_difference_error(Model *model, const Model *gradient, const int *tokens,
                                     const int *targets, Parameter tensor, size_t count,
                                     uint64_t *random) {
  const double step = 1e-5;
  real *values = model->parameters[tensor];
  real *direction = allocate(count), *center = allocate(count);
  fill(direction, count, random);
  memcpy(center, values, count * sizeof(real));
  double side[2], expected = 0, scale = 0;
  for (int s = 0; s < 2; s++) {
    for (size_t k = 0; k < count; k++)
      values[k] = center[k] + (real)(s ? step : -step) * direction[k];
    side[s] = (double)model_loss(model, tokens, targets);
  }
  memcpy(values, center, count * sizeof(real));
  for (size_t k = 0; k < count; k++) {
    double term = (double)direction[k] * (double)gradient->parameters[tensor][k];
    expected += term;
    scale += fabs(term);
  }
  free(direction);
  free(center);
  return fabs((side[1] - side[0]) / (2 * step) - expected) / (scale > 0 ? scale : 1);
}

void check_model(const Config *config, CheckCounts *counts) {
  printf("model, %d layers, %d channels, %d heads, B=%d T=%d, %s\n", config->layers,
         config->channels, config->heads, config->batch, config->context,
         is_double ? "double" : "float");
  Model model, by_hand, by_adcc;
  if (!model_create(&model, config) || !model_create(&by_hand, config) ||
      !model_create(&by_adcc, config)) {
    fprintf(stderr, "check: out of memory for the model\n");
    exit(1);
  }
  model_initialize(&model, 7);
  uint64_t random = 88172645463325252u;
  size_t sizes[PARAMETER_TENSORS], rows = (size_t)config->batch * config->context;
  parameter_sizes(config, sizes);
  /* away from the special initial values, so that every term of the gradient counts */
  for (size_t i = 0; i < parameter_count(config); i++)
    model.parameters[0][i] += (real)(0.1 * uniform(&random));
  int *tokens = malloc(2 * rows * sizeof(int));
  if (!tokens)
    exit(1);
  for (size_t i = 0; i < 2 * rows; i++)
    tokens[i] = (int)(fabs(uniform(&random)) * config->vocabulary) % config->vocabulary;
  const int *targets = tokens + rows;

  real loss = model_gradient_by_hand(&model, &by_hand, tokens, targets);
  if (is_double) {
    double error = 0;
    for (int i = 0; i < PARAMETER_TENSORS; i++)
      error = fmax(error, model_difference_error(&model, &by_hand, tokens, targets, (Parameter)i,
                                                 sizes[i], &random));
    report(counts, "whole model", "by hand, against differences", error, difference_tolerance);
  }
#ifndef WITHOUT_ADCC
  real loss_by_adcc = model_gradient(&model, &by_adcc, tokens, targets);
  report(counts, "loss", "by adcc, against forward", relative_error(&loss_by_adcc, &loss, 1),
         tolerance());
  double error = 0;
  for (int i = 0; i < PARAMETER_TENSORS; i++) {
    double tensor_error = relative_error(by_adcc.parameters[i], by_hand.parameters[i], sizes[i]);
    if (!(tensor_error <= tolerance()))
      report(counts, parameter_name((Parameter)i), "by adcc, against by hand", tensor_error,
             tolerance());
    error = fmax(error, tensor_error);
  }
  report(counts, "whole model", "by adcc, against by hand", error, tolerance());
#else
  (void)loss;
#endif
  free(tokens);
  model_destroy(&model);
  model_destroy(&by_hand);
  model_destroy(&by_adcc);
}

int check_summary(const CheckCounts *counts) {
  if (counts->failed)
    printf("%d of %d gradient checks FAILED\n", counts->failed, counts->done);
  else
    printf("%d gradient checks passed\n", counts->done);
  return counts->failed || !counts->done;
}
