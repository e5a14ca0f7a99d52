/* Hand-written backward passes, in the form an expert gives them: nothing recomputed that the
 * forward pass left in memory, unit-stride inner loops, tiles that keep operands in registers, and
 * restrict on every pointer, so that a compiler vectorises each inner loop. */
#include "layers.h"

#include <stddef.h>

void encoder_backward(const real *restrict dout, const int *restrict tokens,
                      real *restrict dtoken_table, real *restrict dposition_table, int B, int T,
                      int C) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      const real *d = dout + ((size_t)b * T + t) * C;
      real *token = dtoken_table + (size_t)tokens[b * T + t] * C;
      real *position = dposition_table + (size_t)t * C;
      for (int c = 0; c < C; c++) {
        token[c] += d[c];
        position[c] += d[c];
      }
    }
}

/* With n the normalised row and g = dout * weight:
 * dx = (g - mean(g) - n * mean(g * n)) / deviation. */
void layernorm_backward(const real *restrict dout, real *restrict din, real *restrict dweight,
                        real *restrict dbias, const real *restrict in, const real *restrict weight,
                        const real *restrict mean, const real *restrict inverse_deviation, int R,
                        int C) {
  for (int r = 0; r < R; r++) {
    const real *dy = dout + (size_t)r * C;
    const real *x = in + (size_t)r * C;
    real *dx = din + (size_t)r * C;
    real average = mean[r], scale = inverse_deviation[r];
    real gradient_sum = 0, gradient_normal_sum = 0;
    for (int c = 0; c < C; c++) {
      real normal = (x[c] - average) * scale;
      real gradient = dy[c] * weight[c];
      gradient_sum += gradient;
      gradient_normal_sum += gradient * normal;
      dweight[c] += dy[c] * normal;
      dbias[c] += dy[c];
    }
    real gradient_mean = gradient_sum / (real)C;
    real gradient_normal_mean = gradient_normal_sum / (real)C;
    for (int c = 0; c < C; c++) {
      real normal = (x[c] - average) * scale;
      dx[c] += (dy[c] * weight[c] - gradient_mean - normal * gradient_normal_mean) * scale;
    }
  }
}

enum { TILE = 4 };

/* target[k,:] += sum over j of factor[k,j] * source[j,:] for TILE targets and TILE sources: sixteen
 * multiply-adds for each eight loads and four stores. */
static inline void add_tile(real *restrict target, const real *restrict source, int C,
                            real factor[TILE][TILE]) {
  for (int c = 0; c < C; c++)
    for (int k = 0; k < TILE; k++) {
      real sum = target[(size_t)k * C + c];
      for (int j = 0; j < TILE; j++)
        sum += factor[k][j] * source[(size_t)j * C + c];
      target[(size_t)k * C + c] = sum;
    }
}

static inline void add_row(real *restrict target, const real *restrict source, int C, real factor) {
  for (int c = 0; c < C; c++)
    target[c] += factor * source[c];
}

/* din += dout weight */
static void matmul_backward_input(const real *restrict dout, real *restrict din,
                                  const real *restrict weight, int R, int C, int O) {
  int r = 0;
  for (; r + TILE <= R; r += TILE) {
    int o = 0;
    for (; o + TILE <= O; o += TILE) {
      real factor[TILE][TILE];
      for (int k = 0; k < TILE; k++)
        for (int j = 0; j < TILE; j++)
          factor[k][j] = dout[(size_t)(r + k) * O + o + j];
      add_tile(din + (size_t)r * C, weight + (size_t)o * C, C, factor);
    }
    for (; o < O; o++)
      for (int k = 0; k < TILE; k++)
        add_row(din + (size_t)(r + k) * C, weight + (size_t)o * C, C,
                dout[(size_t)(r + k) * O + o]);
  }
  for (; r < R; r++)
    for (int o = 0; o < O; o++)
      add_row(din + (size_t)r * C, weight + (size_t)o * C, C, dout[(size_t)r * O + o]);
}

/* dweight += transpose(dout) in */
static void matmul_backward_weight(const real *restrict dout, real *restrict dweight,
                                   const real *restrict in, int R, int C, int O) {
  int o = 0;
  for (; o + TILE <= O; o += TILE) {
    int r = 0;
    for (; r + TILE <= R; r += TILE) {
      real factor[TILE][TILE];
      for (int k = 0; k < TILE; k++)
        for (int j = 0; j < TILE; j++)
          factor[k][j] = dout[(size_t)(r + j) * O + o + k];
      add_tile(dweight + (size_t)o * C, in + (size_t)r * C, C, factor);
    }
    for (; r < R; r++)
      for (int k = 0; k < TILE; k++)
        add_row(dweight + (size_t)(o + k) * C, in + (size_t)r * C, C, dout[(size_t)r * O + o + k]);
  }
  for (; o < O; o++)
    for (int r = 0; r < R; r++)
      add_row(dweight + (size_t)o * C, in + (size_t)r * C, C, dout[(size_t)r * O + o]);
}

void matmul_backward(const real *restrict dout, real *restrict din, real *restrict dweight,
                     real *restrict dbias, const real *restrict in, const real *restrict weight,
                     int R, int C, int O) {
  matmul_backward_input(dout, din, weight, R, C, O);
  matmul_backward_weight(dout, dweight, in, R, C, O);
  if (dbias)
    for (int r = 0; r < R; r++)
      for (int o = 0; o < O; o++)
        dbias[o] += dout[(size_t)r * O + o];
}

/* The two steps of attention for one pair of positions, apart so that restrict tells the compiler
 * that rows of one array do not overlap. */
static inline real dot_and_add(const real *restrict dy, const real *restrict value,
                               real *restrict dvalue, real weight, int D) {
  real dot = 0;
  for (int d = 0; d < D; d++) {
    dot += dy[d] * value[d];
    dvalue[d] += weight * dy[d];
  }
  return dot;
}

static inline void add_both(real *restrict dquery, real *restrict dkey, const real *restrict query,
                            const real *restrict key, real dscore, int D) {
  for (int d = 0; d < D; d++) {
    dquery[d] += dscore * key[d];
    dkey[d] += dscore * query[d];
  }
}

void attention_backward(const real *restrict dout, real *restrict dqkv, real *restrict dweights_row,
                        const real *restrict qkv, const real *restrict weights, int B, int T, int C,
                        int H) {
  int D = C / H;
  real scale = 1 / sqrt((real)D);
  for (int b = 0; b < B; b++)
    for (int h = 0; h < H; h++)
      for (int t = 0; t < T; t++) {
        const real *dy = dout + ((size_t)b * T + t) * C + h * D;
        const real *weight = weights + (((size_t)b * H + h) * T + t) * T;
        const real *query = qkv + ((size_t)b * T + t) * 3 * C + h * D;
        real *dquery = dqkv + ((size_t)b * T + t) * 3 * C + h * D;

        /* through the weighted sum of the values */
        real weighted = 0;
        for (int s = 0; s <= t; s++) {
          size_t row = ((size_t)b * T + s) * 3 * C + 2 * C + h * D;
          real dot = dot_and_add(dy, qkv + row, dqkv + row, weight[s], D);
          dweights_row[s] = dot;
          weighted += weight[s] * dot;
        }
        /* through the softmax and the scaled dot products */
        for (int s = 0; s <= t; s++) {
          size_t row = ((size_t)b * T + s) * 3 * C + C + h * D;
          real dscore = weight[s] * (dweights_row[s] - weighted) * scale;
          add_both(dquery, dqkv + row, query, qkv + row, dscore, D);
        }
      }
}

void gelu_backward(const real *restrict dout, real *restrict din, const real *restrict in,
                   int count) {
  const real root_two_over_pi = (real)0.79788456080286535588;
  for (int i = 0; i < count; i++) {
    real x = in[i];
    real squared = (real)0.044715 * x * x;
    real t = tanh(root_two_over_pi * x * (1 + squared));
    real slope = root_two_over_pi * (1 + 3 * squared);
    din[i] += dout[i] * (real)0.5 * (1 + t + x * (1 - t * t) * slope);
  }
}

void residual_backward(const real *restrict dout, real *restrict da, real *restrict db, int count) {
  for (int i = 0; i < count; i++) {
    da[i] += dout[i];
    db[i] += dout[i];
  }
}

void crossentropy_softmax_backward(const real *restrict dlosses, real *restrict dlogits,
                                   const real *restrict probabilities, const int *restrict targets,
                                   int R, int V) {
  for (int r = 0; r < R; r++) {
    const real *p = probabilities + (size_t)r * V;
    real *d = dlogits + (size_t)r * V;
    real dloss = dlosses[r];
    for (int v = 0; v < V; v++)
      d[v] += p[v] * dloss;
    d[targets[r]] -= dloss;
  }
}
