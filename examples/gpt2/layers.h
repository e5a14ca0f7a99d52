/* The layers of GPT-2, forward and hand-written backward.
 *
 * Shapes: B sequences of T tokens; R = B * T rows; C channels; O outputs; H heads; V vocabulary.
 * All arrays are row-major. A backward adds into every gradient it is given, so callers zero them
 * first. Forward passes are what adcc differentiates; backward passes are the reference it is held
 * against. */
#ifndef GPT2_LAYERS_H
#define GPT2_LAYERS_H

#include "real.h"

/* out[b,t,:] = token_table[tokens[b,t],:] + position_table[t,:] */
void encoder_forward(real *RESTRICT out, const int *RESTRICT tokens,
                     const real *RESTRICT token_table, const real *RESTRICT position_table, int B,
                     int T, int C);
void encoder_backward(const real *dout, const int *tokens, real *dtoken_table,
                      real *dposition_table, int B, int T, int C);

/* Normalises each row to mean 0 and variance 1, then scales and shifts; keeps the statistics. */
void layernorm_forward(real *RESTRICT out, real *RESTRICT mean, real *RESTRICT inverse_deviation,
                       const real *RESTRICT in, const real *RESTRICT weight,
                       const real *RESTRICT bias, int R, int C);
void layernorm_backward(const real *dout, real *din, real *dweight, real *dbias, const real *in,
                        const real *weight, const real *mean, const real *inverse_deviation, int R,
                        int C);

/* out[r,o] = bias[o] + sum over c of in[r,c] * weight[o,c]; bias may be null. */
void matmul_forward_naive(real *RESTRICT out, const real *RESTRICT in, const real *RESTRICT weight,
                          const real *RESTRICT bias, int R, int C, int O);
/* The same, eight rows at a time so that each weight is loaded once for eight uses. */
void matmul_forward(real *RESTRICT out, const real *RESTRICT in, const real *RESTRICT weight,
                    const real *RESTRICT bias, int R, int C, int O);
void matmul_backward(const real *dout, real *din, real *dweight, real *dbias, const real *in,
                     const real *weight, int R, int C, int O);

/* Causal self-attention. qkv is (B, T, 3C): query, key, value. scores and weights are (B, H, T, T);
 * only their lower triangles are written. */
void attention_forward(real *RESTRICT out, real *RESTRICT scores, real *RESTRICT weights,
                       const real *RESTRICT qkv, int B, int T, int C, int H);
/* dweights_row is scratch of T numbers. */
void attention_backward(const real *dout, real *dqkv, real *dweights_row, const real *qkv,
                        const real *weights, int B, int T, int C, int H);

/* The tanh form of GELU. */
void gelu_forward(real *RESTRICT out, const real *RESTRICT in, int count);
void gelu_backward(const real *dout, real *din, const real *in, int count);

void residual_forward(real *RESTRICT out, const real *RESTRICT a, const real *RESTRICT b,
                      int count);
void residual_backward(const real *dout, real *da, real *db, int count);

void softmax_forward(real *RESTRICT probabilities, const real *RESTRICT logits, int R, int V);
void crossentropy_forward(real *RESTRICT losses, const real *RESTRICT probabilities,
                          const int *RESTRICT targets, int R, int V);
/* Both at once, because the derivative of the pair is simpler than of either. */
void crossentropy_softmax_backward(const real *dlosses, real *dlogits, const real *probabilities,
                                   const int *targets, int R, int V);

#endif
