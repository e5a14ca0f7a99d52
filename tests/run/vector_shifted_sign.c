/* Masks of numbers made of the signs of their high halves, for vectors of two and of four. */
// needs: grep -q avx2 /proc/cpuinfo
// flags: -mavx2
#include "oracle.h"
#include <immintrin.h>

PRIMAL(two) {
  __m128d a = _mm_loadu_pd(in), b = _mm_loadu_pd(in + 2);
  __m128i sign = _mm_srai_epi32(_mm_castpd_si128(_mm_sub_pd(a, b)), 31);
  __m128d mask = _mm_castsi128_pd(_mm_shuffle_epi32(sign, _MM_SHUFFLE(3, 3, 1, 1)));
  __m128d product = _mm_mul_pd(a, b);
  _mm_storeu_pd(out, _mm_or_pd(_mm_and_pd(mask, a), _mm_andnot_pd(mask, product)));
}

PRIMAL(four) {
  __m256d a = _mm256_loadu_pd(in), b = _mm256_loadu_pd(in + 4);
  __m256i sign = _mm256_srai_epi32(_mm256_castpd_si256(_mm256_sub_pd(a, b)), 31);
  __m256d mask = _mm256_castsi256_pd(_mm256_shuffle_epi32(sign, _MM_SHUFFLE(3, 3, 1, 1)));
  __m256d product = _mm256_mul_pd(a, b);
  _mm256_storeu_pd(out, _mm256_or_pd(_mm256_and_pd(mask, a), _mm256_andnot_pd(mask, product)));
}

ORACLE(two, 4, 2, 0.3, 1.5)
ORACLE(four, 8, 4, 0.3, 1.5)
int main(void) {
  two_oracle();
  four_oracle();
  return oracle_exit();
}
