/* GPT-2 as one object: two allocations, parameters and activations, addressed by pointer tables.
 * A model and its gradient have the same type: the gradient's tables point into memory of its own.
 */
#ifndef GPT2_MODEL_H
#define GPT2_MODEL_H

#include "real.h"

#include <stddef.h>

typedef struct {
  int batch, context; /* B sequences of T tokens */
  int vocabulary, layers, channels, heads;
} Config;

/* L: layers, V: vocabulary, T: context, C: channels. Each row of a per-layer tensor is one layer's.
 */
typedef enum {
  TOKEN_TABLE,             /* V, C: also the output projection */
  POSITION_TABLE,          /* T, C */
  ATTENTION_NORM_WEIGHT,   /* L, C */
  ATTENTION_NORM_BIAS,     /* L, C */
  QKV_WEIGHT,              /* L, 3C, C */
  QKV_BIAS,                /* L, 3C */
  ATTENTION_OUT_WEIGHT,    /* L, C, C */
  ATTENTION_OUT_BIAS,      /* L, C */
  FEEDFORWARD_NORM_WEIGHT, /* L, C */
  FEEDFORWARD_NORM_BIAS,   /* L, C */
  EXPAND_WEIGHT,           /* L, 4C, C */
  EXPAND_BIAS,             /* L, 4C */
  CONTRACT_WEIGHT,         /* L, C, 4C */
  CONTRACT_BIAS,           /* L, C */
  FINAL_NORM_WEIGHT,       /* C */
  FINAL_NORM_BIAS,         /* C */
  PARAMETER_TENSORS
} Parameter;

/* R = B * T rows, H: heads. */
typedef enum {
  ENCODED,                    /* R, C */
  ATTENTION_NORM,             /* L, R, C */
  ATTENTION_NORM_MEAN,        /* L, R */
  ATTENTION_NORM_DEVIATION,   /* L, R: inverse standard deviation */
  QKV,                        /* L, R, 3C */
  ATTENTION_SCORES,           /* L, B, H, T, T */
  ATTENTION_WEIGHTS,          /* L, B, H, T, T */
  ATTENTION,                  /* L, R, C */
  ATTENTION_OUT,              /* L, R, C */
  ATTENTION_RESIDUAL,         /* L, R, C */
  FEEDFORWARD_NORM,           /* L, R, C */
  FEEDFORWARD_NORM_MEAN,      /* L, R */
  FEEDFORWARD_NORM_DEVIATION, /* L, R */
  EXPANDED,                   /* L, R, 4C */
  EXPANDED_GELU,              /* L, R, 4C */
  CONTRACTED,                 /* L, R, C */
  FEEDFORWARD_RESIDUAL,       /* L, R, C */
  FINAL_NORM,                 /* R, C */
  FINAL_NORM_MEAN,            /* R */
  FINAL_NORM_DEVIATION,       /* R */
  LOGITS,                     /* R, V */
  PROBABILITIES,              /* R, V */
  LOSSES,                     /* R */
  ACTIVATION_TENSORS
} Activation;

typedef struct {
  Config config;
  real *parameters[PARAMETER_TENSORS];
  real *activations[ACTIVATION_TENSORS];
} Model;

/* ---- storage.c ---- */

void parameter_sizes(const Config *config, size_t sizes[PARAMETER_TENSORS]);
void activation_sizes(const Config *config, size_t sizes[ACTIVATION_TENSORS]);
size_t parameter_count(const Config *config);
size_t activation_count(const Config *config);
const char *parameter_name(Parameter parameter);

/* False when memory is short. The memory is zeroed, so that a new model is also an empty gradient.
 */
int model_create(Model *model, const Config *config);
void model_destroy(Model *model);
void model_initialize(Model *model, unsigned long long seed);
/* Zeroes parameters and activations: what a gradient needs before every use. */
void model_zero(Model *model);

/* ---- model.c ---- */

/* Runs the model on (B, T) tokens and returns the mean cross entropy of predicting the targets. */
real model_loss(const Model *model, const int *tokens, const int *targets);

/* ---- model_backward.c: by hand; gradient.c: by adcc. Both run the forward pass first, return the
 * loss, and add into the parameters of `gradient`. ---- */

real model_gradient_by_hand(const Model *model, Model *gradient, const int *tokens,
                            const int *targets);
real model_gradient(const Model *model, Model *gradient, const int *tokens, const int *targets);

/* ---- adamw.c ---- */

typedef struct {
  real learning_rate, beta1, beta2, epsilon, weight_decay;
  real *mean, *variance; /* of the gradient, one per parameter */
  size_t count;
  int step;
} AdamW;

int adamw_create(AdamW *optimizer, size_t count, real learning_rate);
void adamw_destroy(AdamW *optimizer);
void adamw_update(AdamW *optimizer, real *parameters, const real *gradient);

#endif
