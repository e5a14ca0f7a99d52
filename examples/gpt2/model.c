/* The forward pass of the whole model: the function that adcc differentiates. */
#include "model.h"
#include "layers.h"

real model_loss(const Model *model, const int *tokens, const int *targets) {
  const Config *config = &model->config;
  int B = config->batch, T = config->context, C = config->channels, H = config->heads;
  int V = config->vocabulary, R = B * T;
  size_t rows = (size_t)R * C, square = (size_t)C * C;
  size_t attention = (size_t)R * H * T;
  real *const *p = model->parameters;
  real *const *a = model->activations;

  encoder_forward(a[ENCODED], tokens, p[TOKEN_TABLE], p[POSITION_TABLE], B, T, C);
  const real *residual = a[ENCODED];

  for (size_t l = 0; l < (size_t)config->layers; l++) {
    real *norm = a[ATTENTION_NORM] + l * rows;
    real *qkv = a[QKV] + l * 3 * rows;
    real *attended = a[ATTENTION] + l * rows;
    real *projected = a[ATTENTION_OUT] + l * rows;
    real *middle = a[ATTENTION_RESIDUAL] + l * rows;
    layernorm_forward(norm, a[ATTENTION_NORM_MEAN] + l * R, a[ATTENTION_NORM_DEVIATION] + l * R,
                      residual, p[ATTENTION_NORM_WEIGHT] + l * C, p[ATTENTION_NORM_BIAS] + l * C, R,
                      C);
    matmul_forward(qkv, norm, p[QKV_WEIGHT] + l * 3 * square, p[QKV_BIAS] + l * 3 * C, R, C, 3 * C);
    attention_forward(attended, a[ATTENTION_SCORES] + l * attention,
                      a[ATTENTION_WEIGHTS] + l * attention, qkv, B, T, C, H);
    matmul_forward(projected, attended, p[ATTENTION_OUT_WEIGHT] + l * square,
                   p[ATTENTION_OUT_BIAS] + l * C, R, C, C);
    residual_forward(middle, residual, projected, R * C);

    real *second_norm = a[FEEDFORWARD_NORM] + l * rows;
    real *expanded = a[EXPANDED] + l * 4 * rows;
    real *activated = a[EXPANDED_GELU] + l * 4 * rows;
    real *contracted = a[CONTRACTED] + l * rows;
    real *next = a[FEEDFORWARD_RESIDUAL] + l * rows;
    layernorm_forward(second_norm, a[FEEDFORWARD_NORM_MEAN] + l * R,
                      a[FEEDFORWARD_NORM_DEVIATION] + l * R, middle,
                      p[FEEDFORWARD_NORM_WEIGHT] + l * C, p[FEEDFORWARD_NORM_BIAS] + l * C, R, C);
    matmul_forward(expanded, second_norm, p[EXPAND_WEIGHT] + l * 4 * square,
                   p[EXPAND_BIAS] + l * 4 * C, R, C, 4 * C);
    gelu_forward(activated, expanded, R * 4 * C);
    matmul_forward(contracted, activated, p[CONTRACT_WEIGHT] + l * 4 * square,
                   p[CONTRACT_BIAS] + l * C, R, 4 * C, C);
    residual_forward(next, middle, contracted, R * C);
    residual = next;
  }

  layernorm_forward(a[FINAL_NORM], a[FINAL_NORM_MEAN], a[FINAL_NORM_DEVIATION], residual,
                    p[FINAL_NORM_WEIGHT], p[FINAL_NORM_BIAS], R, C);
  matmul_forward(a[LOGITS], a[FINAL_NORM], p[TOKEN_TABLE], NULL, R, C, V);
  softmax_forward(a[PROBABILITIES], a[LOGITS], R, V);
  crossentropy_forward(a[LOSSES], a[PROBABILITIES], targets, R, V);

  real loss = 0;
  for (int r = 0; r < R; r++)
    loss += a[LOSSES][r];
  return loss / (real)R;
}
