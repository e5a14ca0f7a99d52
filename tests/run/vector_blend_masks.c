// flags: -msse4.2
// needs: grep -q sse4_2 /proc/cpuinfo
/* Numbers that are blended by masks: of lanes of another width, extended, put together, shifted, in
 * scalars. */
#include "oracle.h"
#include <immintrin.h>
#include <stdint.h>
extern int enzyme_dup, enzyme_const;
extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
#define N 8
static __m128d mask(const double *x, __m128d v, int way) {
  __m128i large = _mm_cmpgt_epi32(_mm_cvttpd_epi32(v), _mm_set1_epi32(3));
  switch (way) {
  case 0:
    return _mm_castsi128_pd(_mm_shuffle_epi32(large, _MM_SHUFFLE(1, 1, 0, 0)));
  case 1:
    return _mm_castsi128_pd(_mm_cvtepi32_epi64(large));
  case 2:
    return _mm_castsi128_pd(_mm_sub_epi64(_mm_setzero_si128(), _mm_set_epi64x(x[1] > 3, x[0] > 3)));
  case 3:
    return _mm_and_pd(_mm_cmpgt_pd(v, _mm_set1_pd(3)), _mm_castsi128_pd(_mm_unpacklo_epi32(large, large)));
  default: return _mm_andnot_pd(_mm_cmple_pd(v, _mm_set1_pd(3)), _mm_castsi128_pd(_mm_set1_epi32(-1)));
  }
}
#define BLEND(way)                                                                                  \
  static double vectors##way(const double *x, int n) {                                              \
    __m128d s = _mm_setzero_pd();                                                                   \
    for (int i = 0; i < n; i += 2) {                                                                \
      __m128d v = _mm_loadu_pd(x + i), m = mask(x + i, v, way), a = v * v, b = a * v;               \
      s += _mm_or_pd(_mm_and_pd(m, a), _mm_andnot_pd(m, b));                                        \
    }                                                                                               \
    return s[0] + s[1];                                                                             \
  }
BLEND(0) BLEND(1) BLEND(2) BLEND(3) BLEND(4)
static double scalars(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double a = x[i] * x[i], b = a * x[i];
    int64_t m = (int64_t)(3 - x[i] < 0 ? -1 : 0) >> 63, one, other;
    memcpy(&one, &a, sizeof one), memcpy(&other, &b, sizeof other);
    one = (one & m) | (other & ~m);
    memcpy(&a, &one, sizeof one);
    sum += a;
  }
  return sum;
}
int main(void) {
  double x[N] = {1, 6, 2, 5, 3, 4, 7, 0.5}, dx[6][N] = {0}, t[N] = {1, 1, 1, 1, 1, 1, 1, 1};
#define GRADIENT(f, k)                                                                              \
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx[k], enzyme_const, N);                              \
  for (int i = 0; i < N; i++) CLOSE(dx[k][i], x[i] >= 4 ? 2 * x[i] : 3 * x[i] * x[i]);              \
  CLOSE(__enzyme_fwddiff((void *)f, enzyme_dup, x, t, enzyme_const, N), 44 + 3 * 14.25)
  GRADIENT(vectors0, 0);
  GRADIENT(vectors1, 1);
  GRADIENT(vectors2, 2);
  GRADIENT(vectors3, 3);
  GRADIENT(vectors4, 4);
  GRADIENT(scalars, 5);
  return oracle_exit();
}
