/* Instructions of AVX-512 that have no generic form: approximate reciprocals, exponents, lanes moved
 * together and apart. */
// needs: grep -q avx512vl /proc/cpuinfo
// flags: -march=x86-64-v4
#include "oracle.h"
#include <immintrin.h>
PRIMAL(lanes) {
  __m512d a = _mm512_loadu_pd(in), b = _mm512_loadu_pd(in + 8);
  __mmask8 k = _mm512_cmp_pd_mask(a, _mm512_set1_pd(1.2), _CMP_GT_OQ);
  __m512d packed = _mm512_mask_compress_pd(b, k, a), spread = _mm512_maskz_expand_pd(k, b);
  __m512d scaled = _mm512_mask_scalef_pd(a, k, b, _mm512_set1_pd(3.5));
  __m512d power = _mm512_mul_pd(_mm512_getexp_pd(_mm512_mul_pd(a, a)), a);
  __m256d half = _mm256_maskz_compress_pd(0xa, _mm256_loadu_pd(in + 4));
  _mm512_storeu_pd(out, _mm512_mul_pd(packed, spread));
  _mm512_storeu_pd(out + 8, _mm512_add_pd(scaled, power));
  _mm256_storeu_pd(out + 16, half);
}
ORACLE(lanes, 16, 20, .5, 2)
/* They are right to 14 bits, and their derivatives are those of what they approximate. */
static void close_to(double actual, double expected) {
  CLOSE(fabs(actual - expected) < 1e-3 * fabs(expected), 1);
}
static double reciprocal(double x) {
  __m512d v = _mm512_mask_rcp14_pd(_mm512_set1_pd(x), 0x0f, _mm512_set1_pd(x * x));
  return _mm512_reduce_add_pd(v);
}
static double root(double x) {
  __m256 v = _mm256_rsqrt14_ps(_mm256_set1_ps((float)x));
  return v[0] + v[7];
}
int main(void) {
  lanes_oracle();
  close_to(__adcc_autodiff_1(reciprocal, 1.5), 4 - 8 / (1.5 * 1.5 * 1.5));
  close_to(__adcc_fwddiff_1(reciprocal, 1.5, 1), 4 - 8 / (1.5 * 1.5 * 1.5));
  close_to(__adcc_autodiff_1(root, 1.5), -1 / (1.5 * sqrt(1.5)));
  return oracle_exit();
}
