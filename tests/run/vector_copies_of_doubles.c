/* Doubles that are copied as vectors of floats, and as structures of floats, by routines that take
 * memory for memory. */
#include "oracle.h"
#include <immintrin.h>
typedef struct {
  float items[4];
} __attribute__((may_alias)) Chunk;

__attribute__((noinline)) static void copy_vectors(void *to, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 16)
    _mm_storeu_ps((float *)((char *)to + i), _mm_loadu_ps((const float *)((const char *)from + i)));
}
static void copy_chunks(void *to, const void *from, size_t bytes) {
  for (Chunk *a = to; bytes; bytes -= sizeof *a)
    *a++ = *(const Chunk *)from, from = (const Chunk *)from + 1;
}

PRIMAL(products) {
  double a[8], b[8];
  for (int i = 0; i < 8; i++)
    a[i] = in[i] * in[(i + 1) % 8];
  copy_vectors(b, a, sizeof a);
  for (int i = 0; i < 8; i++)
    a[i] *= b[7 - i];
  copy_chunks(b, a, sizeof a);
  for (int i = 0; i < 8; i++) {
    out[0] += a[i] * b[7 - i];
    in[i] = sin(a[i]);
  }
}
ORACLE_MAIN(products, 8, 1, 0.5, 1.5)
