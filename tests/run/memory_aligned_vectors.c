/* Vectors in memory that the program aligns by hand, which the shadow's block need not be: loads,
 * stores and copies that rely on it. */
// flags: -mavx
// needs: grep -q avx /proc/cpuinfo
#include "oracle.h"
#include <immintrin.h>
static double *aligned_new(size_t count, size_t skew) {
  char *original = malloc(count * sizeof(double) + skew + 64);
  char *aligned = (char *)(((uintptr_t)original + skew + 63) & ~(uintptr_t)31);
  ((void **)aligned)[-1] = original;
  return (double *)aligned;
}
static void aligned_delete(double *p) { free(((void **)p)[-1]); }
static double work(const double *in, size_t n, size_t skew) {
  double *a = aligned_new(n, skew), *b = aligned_new(n, 2 * skew);
  a = __builtin_assume_aligned(a, 32);
  b = __builtin_assume_aligned(b, 32);
  for (size_t i = 0; i < n; i++)
    a[i] = in[i] * in[n - 1 - i];
  for (size_t i = 0; i < n; i += 4) {
    __m256d v = _mm256_load_pd(a + i);
    _mm256_store_pd(b + i, _mm256_mul_pd(v, _mm256_add_pd(v, _mm256_set1_pd(in[0]))));
  }
  memcpy(a, b, 8 * sizeof(double));
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[n - 1 - i];
  aligned_delete(a);
  aligned_delete(b);
  return sum;
}
PRIMAL(aligned_vectors) {
  for (size_t i = 0; i < m; i++)
    out[i] = work(in, n, 16 * i);
}
ORACLE_MAIN(aligned_vectors, 12, 5, 0.5, 1.5)
