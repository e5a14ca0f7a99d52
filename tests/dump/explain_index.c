/* Indices of three factors, whose order LLVM changes, and rows that memset clears: what is read is
 * still in memory, which is checked ahead of the loops. */
// adcc: --explain
// flags: -O2 -fno-vectorize -fno-unroll-loops
// prints: read again from memory if nothing overwrites it, which is checked before the loop
// prints: this call of 'llvm.memset.*' is what it is checked against
#include <adcc/adcc.h>
void scores(float *out, float *score, const float *query, const float *key, int B, int H, int T) {
  for (int b = 0; b < B; b++)
    for (int h = 0; h < H; h++)
      for (int t = 0; t < T; t++) {
        float *row = score + b * H * T * T + h * T * T + t * T;
        for (int s = 0; s < T; s++)
          row[s] = 0;
        for (int s = 0; s <= t; s++)
          row[s] = query[(b * H + h) * T + t] * key[(b * H + h) * T + s];
        out[b * H * T + h * T + t] = query[b * H * T + h * T + t] * key[b * H * T + h * T + t];
      }
}
void gradient(float *out, float *dout, float *score, float *dscore, float *query, float *dquery,
              float *key, float *dkey, int B, int H, int T) {
  __adcc_autodiff((void *)scores, adcc_dup, out, dout, adcc_dup, score, dscore, adcc_dup, query,
                  dquery, adcc_dup, key, dkey, B, H, T);
}
