/* The hand-written gradient of the model: the reference for the one that adcc makes. */
#include "layers.h"
#include "model.h"

static void layer_backward(const Model *model, Model *gradient, size_t l) {
  const Config *config = &model->config;
  int B = config->batch, T = config->context, C = config->channels, H = config->heads;
  int R = B * T;
  size_t rows = (size_t)R * C, square = (size_t)C * C, attention = (size_t)R * H * T;
  real *const *p = model->parameters, *const *dp = gradient->parameters;
  real *const *a = model->activations, *const *da = gradient->activations;
  const real *residual = l ? a[FEEDFORWARD_RESIDUAL] + (l - 1) * rows : a[ENCODED];
  real *dresidual = l ? da[FEEDFORWARD_RESIDUAL] + (l - 1) * rows : da[ENCODED];
  real *dmiddle = da[ATTENTION_RESIDUAL] + l * rows;

  residual_backward(da[FEEDFORWARD_RESIDUAL] + l * rows, dmiddle, da[CONTRACTED] + l * rows, R * C);
  matmul_backward(da[CONTRACTED] + l * rows, da[EXPANDED_GELU] + l * 4 * rows,
                  dp[CONTRACT_WEIGHT] + l * 4 * square, dp[CONTRACT_BIAS] + l * C,
                  a[EXPANDED_GELU] + l * 4 * rows, p[CONTRACT_WEIGHT] + l * 4 * square, R, 4 * C,
                  C);
  gelu_backward(da[EXPANDED_GELU] + l * 4 * rows, da[EXPANDED] + l * 4 * rows,
                a[EXPANDED] + l * 4 * rows, R * 4 * C);
  matmul_backward(da[EXPANDED] + l * 4 * rows, da[FEEDFORWARD_NORM] + l * rows,
                  dp[EXPAND_WEIGHT] + l * 4 * square, dp[EXPAND_BIAS] + l * 4 * C,
                  a[FEEDFORWARD_NORM] + l * rows, p[EXPAND_WEIGHT] + l * 4 * square, R, C, 4 * C);
  layernorm_backward(da[FEEDFORWARD_NORM] + l * rows, dmiddle, dp[FEEDFORWARD_NORM_WEIGHT] + l * C,
                     dp[FEEDFORWARD_NORM_BIAS] + l * C, a[ATTENTION_RESIDUAL] + l * rows,
                     p[FEEDFORWARD_NORM_WEIGHT] + l * C, a[FEEDFORWARD_NORM_MEAN] + l * R,
                     a[FEEDFORWARD_NORM_DEVIATION] + l * R, R, C);

  residual_backward(dmiddle, dresidual, da[ATTENTION_OUT] + l * rows, R * C);
  matmul_backward(da[ATTENTION_OUT] + l * rows, da[ATTENTION] + l * rows,
                  dp[ATTENTION_OUT_WEIGHT] + l * square, dp[ATTENTION_OUT_BIAS] + l * C,
                  a[ATTENTION] + l * rows, p[ATTENTION_OUT_WEIGHT] + l * square, R, C, C);
  attention_backward(da[ATTENTION] + l * rows, da[QKV] + l * 3 * rows,
                     da[ATTENTION_WEIGHTS] + l * attention, a[QKV] + l * 3 * rows,
                     a[ATTENTION_WEIGHTS] + l * attention, B, T, C, H);
  matmul_backward(da[QKV] + l * 3 * rows, da[ATTENTION_NORM] + l * rows,
                  dp[QKV_WEIGHT] + l * 3 * square, dp[QKV_BIAS] + l * 3 * C,
                  a[ATTENTION_NORM] + l * rows, p[QKV_WEIGHT] + l * 3 * square, R, C, 3 * C);
  layernorm_backward(da[ATTENTION_NORM] + l * rows, dresidual, dp[ATTENTION_NORM_WEIGHT] + l * C,
                     dp[ATTENTION_NORM_BIAS] + l * C, residual, p[ATTENTION_NORM_WEIGHT] + l * C,
                     a[ATTENTION_NORM_MEAN] + l * R, a[ATTENTION_NORM_DEVIATION] + l * R, R, C);
}

real model_gradient_by_hand(const Model *model, Model *gradient, const int *tokens,
                            const int *targets) {
  real loss = model_loss(model, tokens, targets);

  const Config *config = &model->config;
  int B = config->batch, T = config->context, C = config->channels, V = config->vocabulary;
  int R = B * T;
  real *const *p = model->parameters, *const *dp = gradient->parameters;
  real *const *a = model->activations, *const *da = gradient->activations;
  const real *last =
      config->layers ? a[FEEDFORWARD_RESIDUAL] + (size_t)(config->layers - 1) * R * C : a[ENCODED];
  real *dlast = config->layers ? da[FEEDFORWARD_RESIDUAL] + (size_t)(config->layers - 1) * R * C
                               : da[ENCODED];

  for (int r = 0; r < R; r++)
    da[LOSSES][r] += 1 / (real)R;
  crossentropy_softmax_backward(da[LOSSES], da[LOGITS], a[PROBABILITIES], targets, R, V);
  matmul_backward(da[LOGITS], da[FINAL_NORM], dp[TOKEN_TABLE], NULL, a[FINAL_NORM], p[TOKEN_TABLE],
                  R, C, V);
  layernorm_backward(da[FINAL_NORM], dlast, dp[FINAL_NORM_WEIGHT], dp[FINAL_NORM_BIAS], last,
                     p[FINAL_NORM_WEIGHT], a[FINAL_NORM_MEAN], a[FINAL_NORM_DEVIATION], R, C);
  for (size_t l = (size_t)config->layers; l-- > 0;)
    layer_backward(model, gradient, l);
  encoder_backward(da[ENCODED], tokens, dp[TOKEN_TABLE], dp[POSITION_TABLE], B, T, C);
  return loss;
}
