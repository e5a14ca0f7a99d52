/* Floats that are copied as vectors of doubles, by a routine that takes memory for memory. */
#include "oracle.h"
#include <immintrin.h>
static void copy(void *to, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 16)
    _mm_storeu_pd((double *)((char *)to + i),
                  _mm_loadu_pd((const double *)((const char *)from + i)));
}

PRIMAL(products) {
  float a[8], b[8];
  for (int i = 0; i < 8; i++)
    a[i] = (float)(in[i] * in[(i + 1) % 8]);
  copy(b, a, sizeof a);
  for (int i = 0; i < 8; i++) {
    out[0] += a[i] * b[7 - i];
    in[i] = sin(a[i]);
  }
}
ORACLE(products, 8, 1, 0.5, 1.2)
int main(void) {
  oracle_precision = 6e-8;
  products_oracle();
  return oracle_exit();
}
