/* AdamW: Adam with decoupled weight decay. */
#include "model.h"

#include <stdlib.h>

int adamw_create(AdamW *optimizer, size_t count, real learning_rate) {
  *optimizer = (AdamW){.learning_rate = learning_rate,
                       .beta1 = (real)0.9,
                       .beta2 = (real)0.95,
                       .epsilon = (real)1e-8,
                       .weight_decay = (real)0.01,
                       .mean = calloc(count, sizeof(real)),
                       .variance = calloc(count, sizeof(real)),
                       .count = count};
  if (optimizer->mean && optimizer->variance)
    return 1;
  adamw_destroy(optimizer);
  return 0;
}

void adamw_destroy(AdamW *optimizer) {
  free(optimizer->mean);
  free(optimizer->variance);
}

void adamw_update(AdamW *optimizer, real *parameters, const real *gradient) {
  optimizer->step++;
  real beta1 = optimizer->beta1, beta2 = optimizer->beta2;
  real mean_correction = 1 / (1 - pow(beta1, (real)optimizer->step));
  real variance_correction = 1 / (1 - pow(beta2, (real)optimizer->step));
  for (size_t i = 0; i < optimizer->count; i++) {
    real g = gradient[i];
    real mean = beta1 * optimizer->mean[i] + (1 - beta1) * g;
    real variance = beta2 * optimizer->variance[i] + (1 - beta2) * g * g;
    optimizer->mean[i] = mean;
    optimizer->variance[i] = variance;
    real step =
        mean * mean_correction / (sqrt(variance * variance_correction) + optimizer->epsilon);
    parameters[i] -= optimizer->learning_rate * (step + optimizer->weight_decay * parameters[i]);
  }
}
