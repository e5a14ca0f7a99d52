/* Forward passes of the layers: plain loops, as one writes them without thinking of derivatives. */
#include "layers.h"

#include <stddef.h>

void encoder_forward(real *RESTRICT out, const int *RESTRICT tokens,
                     const real *RESTRICT token_table, const real *RESTRICT position_table, int B,
                     int T, int C) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      real *row = out + ((size_t)b * T + t) * C;
      const real *token = token_table + (size_t)tokens[b * T + t] * C;
      const real *position = position_table + (size_t)t * C;
      for (int c = 0; c < C; c++)
        row[c] = token[c] + position[c];
    }
}

void layernorm_forward(real *RESTRICT out, real *RESTRICT mean, real *RESTRICT inverse_deviation,
                       const real *RESTRICT in, const real *RESTRICT weight,
                       const real *RESTRICT bias, int R, int C) {
  const real epsilon = (real)1e-5;
  for (int r = 0; r < R; r++) {
    const real *x = in + (size_t)r * C;
    real *y = out + (size_t)r * C;
    real sum = 0;
    for (int c = 0; c < C; c++)
      sum += x[c];
    real average = sum / (real)C;
    real squares = 0;
    for (int c = 0; c < C; c++) {
      real deviation = x[c] - average;
      squares += deviation * deviation;
    }
    real scale = 1 / sqrt(squares / (real)C + epsilon);
    for (int c = 0; c < C; c++)
      y[c] = (x[c] - average) * scale * weight[c] + bias[c];
    mean[r] = average;
    inverse_deviation[r] = scale;
  }
}

void matmul_forward_naive(real *RESTRICT out, const real *RESTRICT in, const real *RESTRICT weight,
                          const real *RESTRICT bias, int R, int C, int O) {
  for (int r = 0; r < R; r++)
    for (int o = 0; o < O; o++) {
      real sum = bias ? bias[o] : 0;
      for (int c = 0; c < C; c++)
        sum += in[(size_t)r * C + c] * weight[(size_t)o * C + c];
      out[(size_t)r * O + o] = sum;
    }
}

enum { ROW_TILE = 8 };

void matmul_forward(real *RESTRICT out, const real *RESTRICT in, const real *RESTRICT weight,
                    const real *RESTRICT bias, int R, int C, int O) {
  if (R % ROW_TILE != 0) {
    matmul_forward_naive(out, in, weight, bias, R, C, O);
    return;
  }
  for (int r = 0; r < R; r += ROW_TILE)
    for (int o = 0; o < O; o++) {
      real sum[ROW_TILE];
      for (int k = 0; k < ROW_TILE; k++)
        sum[k] = bias ? bias[o] : 0;
      for (int c = 0; c < C; c++) {
        real w = weight[(size_t)o * C + c];
        for (int k = 0; k < ROW_TILE; k++)
          sum[k] += in[(size_t)(r + k) * C + c] * w;
      }
      for (int k = 0; k < ROW_TILE; k++)
        out[(size_t)(r + k) * O + o] = sum[k];
    }
}

void attention_forward(real *RESTRICT out, real *RESTRICT scores, real *RESTRICT weights,
                       const real *RESTRICT qkv, int B, int T, int C, int H) {
  int D = C / H;
  real scale = 1 / sqrt((real)D);
  for (int b = 0; b < B; b++)
    for (int h = 0; h < H; h++)
      for (int t = 0; t < T; t++) {
        const real *query = qkv + ((size_t)b * T + t) * 3 * C + h * D;
        real *score = scores + (((size_t)b * H + h) * T + t) * T;
        real *weight = weights + (((size_t)b * H + h) * T + t) * T;

        real largest = (real)-1e30; /* no infinity: this must survive -ffast-math */
        for (int s = 0; s <= t; s++) {
          const real *key = qkv + ((size_t)b * T + s) * 3 * C + C + h * D;
          real dot = 0;
          for (int d = 0; d < D; d++)
            dot += query[d] * key[d];
          dot *= scale;
          if (dot > largest)
            largest = dot;
          score[s] = dot;
        }

        real sum = 0;
        for (int s = 0; s <= t; s++) {
          real e = exp(score[s] - largest);
          sum += e;
          weight[s] = e;
        }
        real inverse = 1 / sum;
        for (int s = 0; s <= t; s++)
          weight[s] *= inverse;

        real *y = out + ((size_t)b * T + t) * C + h * D;
        for (int d = 0; d < D; d++)
          y[d] = 0;
        for (int s = 0; s <= t; s++) {
          const real *value = qkv + ((size_t)b * T + s) * 3 * C + 2 * C + h * D;
          for (int d = 0; d < D; d++)
            y[d] += weight[s] * value[d];
        }
      }
}

void gelu_forward(real *RESTRICT out, const real *RESTRICT in, int count) {
  const real root_two_over_pi = (real)0.79788456080286535588;
  for (int i = 0; i < count; i++) {
    real x = in[i];
    real cubic = (real)0.044715 * x * x * x;
    out[i] = (real)0.5 * x * (1 + tanh(root_two_over_pi * (x + cubic)));
  }
}

void residual_forward(real *RESTRICT out, const real *RESTRICT a, const real *RESTRICT b,
                      int count) {
  for (int i = 0; i < count; i++)
    out[i] = a[i] + b[i];
}

void softmax_forward(real *RESTRICT probabilities, const real *RESTRICT logits, int R, int V) {
  for (int r = 0; r < R; r++) {
    const real *x = logits + (size_t)r * V;
    real *p = probabilities + (size_t)r * V;
    real largest = x[0];
    for (int v = 1; v < V; v++)
      if (x[v] > largest)
        largest = x[v];
    real sum = 0;
    for (int v = 0; v < V; v++) {
      p[v] = exp(x[v] - largest);
      sum += p[v];
    }
    real inverse = 1 / sum;
    for (int v = 0; v < V; v++)
      p[v] *= inverse;
  }
}

void crossentropy_forward(real *RESTRICT losses, const real *RESTRICT probabilities,
                          const int *RESTRICT targets, int R, int V) {
  for (int r = 0; r < R; r++)
    losses[r] = -log(probabilities[(size_t)r * V + targets[r]]);
}
