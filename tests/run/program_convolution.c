/* A convolution layer with bias, ReLU, max-pooling and a dense layer, in float. */
#define REAL float
#define ORACLE_SLACK 4
#include "oracle.h"
enum { W = 6, F = 2 };
PRIMAL(network) {
  float *image = in, *filter = in + W * W, hidden[F][W - 2][W - 2], pooled[F][2][2];
  for (int f = 0; f < F; f++)
    for (int r = 0; r < W - 2; r++)
      for (int c = 0; c < W - 2; c++) {
        float sum = filter[F * 9 + f];
        for (int y = 0; y < 3; y++)
          for (int x = 0; x < 3; x++)
            sum += image[(r + y) * W + c + x] * filter[f * 9 + y * 3 + x];
        hidden[f][r][c] = sum > 0 ? sum : 0;
      }
  for (int f = 0; f < F; f++)
    for (int r = 0; r < 2; r++)
      for (int c = 0; c < 2; c++) {
        float best = hidden[f][2 * r][2 * c];
        for (int k = 1; k < 4; k++)
          best = fmaxf(best, hidden[f][2 * r + k / 2][2 * c + k % 2]);
        pooled[f][r][c] = best;
      }
  for (size_t o = 0; o < m; o++) {
    out[o] = 0;
    for (int i = 0; i < F * 4; i++)
      out[o] += (&pooled[0][0][0])[i] * (0.1f * i + 0.2f * o);
  }
}
ORACLE_MAIN(network, W *W + F * 10, 2, -1, 1)
