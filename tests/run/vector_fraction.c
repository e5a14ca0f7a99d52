/* Vectors of doubles that get another exponent by masks: the number times a power of two. */
#include "oracle.h"
#include <emmintrin.h>
PRIMAL(mant) {
  __m128d x = _mm_loadu_pd(in);
  __m128i b = _mm_castpd_si128(x);
  b = _mm_and_si128(b, _mm_set1_epi64x(-9218868437227405313LL));
  b = _mm_or_si128(b, _mm_set1_epi64x(4602678819172646912LL));
  __m128d y = _mm_castsi128_pd(b);
  y = _mm_mul_pd(y, y);
  _mm_storeu_pd(out, y);
}
ORACLE_MAIN(mant, 2, 2, 0.3, 2.5)
