/* Every layer in the form of check.h: its forward pass, its gradient by hand and by adcc. */
#include "check.h"
#include "layers.h"

#ifndef WITHOUT_ADCC
#include <adcc/adcc.h>
#endif

#define ROWS(data) ((size_t)(data)->B * (data)->T)
#define X(i) data->values[i]
#define DX(i) data->shadows[i]
#define BUFFER(i) adcc_dup, data->values[i], data->shadows[i]

static void buffer(LayerData *data, int i, Role role, size_t count) {
  data->roles[i] = role;
  data->counts[i] = count;
}

/* ---- encoder ---- */

static void encoder_shape(LayerData *data) {
  buffer(data, 0, OUTPUT, ROWS(data) * data->C);
  buffer(data, 1, INPUT, (size_t)data->O * data->C);
  buffer(data, 2, INPUT, (size_t)data->T * data->C);
}
static void encoder(LayerData *data) {
  encoder_forward(X(0), data->indices, X(1), X(2), data->B, data->T, data->C);
}
static void encoder_by_hand(LayerData *data) {
  encoder(data);
  encoder_backward(DX(0), data->indices, DX(1), DX(2), data->B, data->T, data->C);
}

/* ---- layer norm ---- */

static void layernorm_shape(LayerData *data) {
  buffer(data, 0, OUTPUT, ROWS(data) * data->C);
  buffer(data, 1, SCRATCH, 2 * ROWS(data));
  buffer(data, 2, INPUT, ROWS(data) * data->C);
  buffer(data, 3, INPUT, (size_t)data->C);
  buffer(data, 4, INPUT, (size_t)data->C);
}
static void layernorm(LayerData *data) {
  layernorm_forward(X(0), X(1), X(1) + ROWS(data), X(2), X(3), X(4), (int)ROWS(data), data->C);
}
static void layernorm_by_hand(LayerData *data) {
  layernorm(data);
  layernorm_backward(DX(0), DX(2), DX(3), DX(4), X(2), X(3), X(1), X(1) + ROWS(data),
                     (int)ROWS(data), data->C);
}

/* ---- matmul ---- */

static void matmul_shape(LayerData *data) {
  buffer(data, 0, OUTPUT, ROWS(data) * data->O);
  buffer(data, 1, INPUT, ROWS(data) * data->C);
  buffer(data, 2, INPUT, (size_t)data->O * data->C);
  buffer(data, 3, INPUT, (size_t)data->O);
}
static void matmul_naive(LayerData *data) {
  matmul_forward_naive(X(0), X(1), X(2), X(3), (int)ROWS(data), data->C, data->O);
}
static void matmul_naive_by_hand(LayerData *data) {
  matmul_naive(data);
  matmul_backward(DX(0), DX(1), DX(2), DX(3), X(1), X(2), (int)ROWS(data), data->C, data->O);
}
static void matmul(LayerData *data) {
  matmul_forward(X(0), X(1), X(2), X(3), (int)ROWS(data), data->C, data->O);
}
static void matmul_by_hand(LayerData *data) {
  matmul(data);
  matmul_backward(DX(0), DX(1), DX(2), DX(3), X(1), X(2), (int)ROWS(data), data->C, data->O);
}

/* ---- attention ---- */

static void attention_shape(LayerData *data) {
  size_t square = ROWS(data) * data->H * data->T;
  buffer(data, 0, OUTPUT, ROWS(data) * data->C);
  buffer(data, 1, SCRATCH, square);
  buffer(data, 2, SCRATCH, square);
  buffer(data, 3, INPUT, ROWS(data) * 3 * data->C);
}
static void attention(LayerData *data) {
  attention_forward(X(0), X(1), X(2), X(3), data->B, data->T, data->C, data->H);
}
static void attention_by_hand(LayerData *data) {
  attention(data);
  attention_backward(DX(0), DX(3), DX(2), X(3), X(2), data->B, data->T, data->C, data->H);
}

/* ---- GELU, residual ---- */

static void gelu_shape(LayerData *data) {
  buffer(data, 0, OUTPUT, ROWS(data) * data->C);
  buffer(data, 1, INPUT, ROWS(data) * data->C);
}
static void gelu(LayerData *data) { gelu_forward(X(0), X(1), (int)ROWS(data) * data->C); }
static void gelu_by_hand(LayerData *data) {
  gelu(data);
  gelu_backward(DX(0), DX(1), X(1), (int)ROWS(data) * data->C);
}

static void residual_shape(LayerData *data) {
  buffer(data, 0, OUTPUT, ROWS(data) * data->C);
  buffer(data, 1, INPUT, ROWS(data) * data->C);
  buffer(data, 2, INPUT, ROWS(data) * data->C);
}
static void residual(LayerData *data) {
  residual_forward(X(0), X(1), X(2), (int)ROWS(data) * data->C);
}
static void residual_by_hand(LayerData *data) {
  residual(data);
  residual_backward(DX(0), DX(1), DX(2), (int)ROWS(data) * data->C);
}

/* ---- softmax with cross entropy ---- */

static void loss_rows_forward(real *losses, real *probabilities, const real *logits,
                              const int *targets, int R, int V) {
  softmax_forward(probabilities, logits, R, V);
  crossentropy_forward(losses, probabilities, targets, R, V);
}
static void loss_shape(LayerData *data) {
  buffer(data, 0, OUTPUT, ROWS(data));
  buffer(data, 1, SCRATCH, ROWS(data) * data->O);
  buffer(data, 2, INPUT, ROWS(data) * data->O);
}
static void loss(LayerData *data) {
  loss_rows_forward(X(0), X(1), X(2), data->indices, (int)ROWS(data), data->O);
}
static void loss_by_hand(LayerData *data) {
  loss(data);
  crossentropy_softmax_backward(DX(0), DX(2), X(1), data->indices, (int)ROWS(data), data->O);
}

/* ---- by adcc ---- */

#ifdef WITHOUT_ADCC
#define BY_ADCC(gradient) NULL
#else
#define BY_ADCC(gradient) gradient

static void encoder_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)encoder_forward, BUFFER(0), adcc_const, data->indices, BUFFER(1),
                  BUFFER(2), adcc_const, data->B, adcc_const, data->T, adcc_const, data->C);
}
static void layernorm_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)layernorm_forward, BUFFER(0), BUFFER(1), adcc_dup, X(1) + ROWS(data),
                  DX(1) + ROWS(data), BUFFER(2), BUFFER(3), BUFFER(4), adcc_const, (int)ROWS(data),
                  adcc_const, data->C);
}
static void matmul_naive_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)matmul_forward_naive, BUFFER(0), BUFFER(1), BUFFER(2), BUFFER(3),
                  adcc_const, (int)ROWS(data), adcc_const, data->C, adcc_const, data->O);
}
static void matmul_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)matmul_forward, BUFFER(0), BUFFER(1), BUFFER(2), BUFFER(3), adcc_const,
                  (int)ROWS(data), adcc_const, data->C, adcc_const, data->O);
}
static void attention_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)attention_forward, BUFFER(0), BUFFER(1), BUFFER(2), BUFFER(3), adcc_const,
                  data->B, adcc_const, data->T, adcc_const, data->C, adcc_const, data->H);
}
static void gelu_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)gelu_forward, BUFFER(0), BUFFER(1), adcc_const,
                  (int)ROWS(data) * data->C);
}
static void residual_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)residual_forward, BUFFER(0), BUFFER(1), BUFFER(2), adcc_const,
                  (int)ROWS(data) * data->C);
}
static void loss_by_adcc(LayerData *data) {
  __adcc_autodiff((void *)loss_rows_forward, BUFFER(0), BUFFER(1), BUFFER(2), adcc_const,
                  data->indices, adcc_const, (int)ROWS(data), adcc_const, data->O);
}
#endif

const Layer check_layers[] = {
    {"encoder", encoder_shape, encoder, encoder_by_hand, BY_ADCC(encoder_by_adcc)},
    {"layer norm", layernorm_shape, layernorm, layernorm_by_hand, BY_ADCC(layernorm_by_adcc)},
    {"matmul, naive", matmul_shape, matmul_naive, matmul_naive_by_hand,
     BY_ADCC(matmul_naive_by_adcc)},
    {"matmul, tiled", matmul_shape, matmul, matmul_by_hand, BY_ADCC(matmul_by_adcc)},
    {"attention", attention_shape, attention, attention_by_hand, BY_ADCC(attention_by_adcc)},
    {"gelu", gelu_shape, gelu, gelu_by_hand, BY_ADCC(gelu_by_adcc)},
    {"residual", residual_shape, residual, residual_by_hand, BY_ADCC(residual_by_adcc)},
    {"softmax, cross entropy", loss_shape, loss, loss_by_hand, BY_ADCC(loss_by_adcc)},
};
const int check_layer_count = sizeof check_layers / sizeof *check_layers;
