// flags: -mavx2 -mfma
// needs: grep -q avx2 /proc/cpuinfo
// levels: O0 O1 O2 O3 raw debug
/* Functions of vectors whose argument a large constant rounds: the last bits go into an exponent, the constant has
 * the signs of the lanes. */
#include "oracle.h"
#include <immintrin.h>
static __m256d all(double x) { return _mm256_set1_pd(x); }
static __m256d exponential(__m256d x) {
  __m256d sum = _mm256_fmadd_pd(x, all(1.4426950408889634), all(0x1.8p52));
  __m256i bits = _mm256_castpd_si256(sum);
  __m256d k = _mm256_sub_pd(sum, all(0x1.8p52)), p = all(1), term = all(1);
  __m256d r = _mm256_fnmadd_pd(k, all(0.6931471805599453), x);
  for (int i = 1; i < 14; i++) {
    term = _mm256_mul_pd(term, _mm256_div_pd(r, all(i)));
    p = _mm256_add_pd(p, term);
  }
  bits = _mm256_add_epi64(_mm256_slli_epi64(bits, 52), _mm256_set1_epi64x(0x3ff0000000000000));
  return _mm256_mul_pd(p, _mm256_castsi256_pd(bits));
}
static __m256d down(__m256d x) {
  __m256d constant = _mm256_or_pd(all(0x1p52), _mm256_and_pd(x, all(-0.0)));
  __m256d r = _mm256_sub_pd(_mm256_add_pd(x, constant), constant);
  return _mm256_sub_pd(r, _mm256_and_pd(_mm256_cmp_pd(r, x, _CMP_GT_OQ), all(1)));
}
PRIMAL(functions) {
  double a[4], b[4];
  _mm256_storeu_pd(a, exponential(_mm256_loadu_pd(in)));
  _mm256_storeu_pd(b, down(_mm256_loadu_pd(in)));
  for (int i = 0; i < 4; i++)
    out[i % m] += (a[i] + b[i]) * in[i];
}
ORACLE_MAIN(functions, 4, 2, -3.3, 3.1)
