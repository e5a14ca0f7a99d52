/* AVX's lanes that move by an index or a mask known at run time: permutes, masked loads and stores,
 * inserts, halves. */
// needs: grep -q f16c /proc/cpuinfo
// flags: -mavx2 -mfma -mf16c
#include "oracle.h"
#include <immintrin.h>

/* -1 for the lanes of a remainder. */
static __m256i first_lanes(size_t count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)count), _mm256_setr_epi64x(0, 1, 2, 3));
}

static double weighted(const double *x, size_t n) {
  __m256d sum = _mm256_setzero_pd(), weights = _mm256_setr_pd(1, 2, 3, 4);
  for (size_t i = 0; i < n; i += 4) {
    __m256d v = _mm256_maskload_pd(x + i, first_lanes(n - i));
    sum = _mm256_fmadd_pd(_mm256_mul_pd(v, v), weights, sum);
  }
  double lanes[4];
  _mm256_storeu_pd(lanes, sum);
  return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

static void scaled_in_place(double *x, size_t n, double by) {
  for (size_t i = 0; i < n; i += 4) {
    __m256i mask = first_lanes(n - i);
    __m256d v = _mm256_maskload_pd(x + i, mask);
    _mm256_maskstore_pd(x + i, mask, _mm256_mul_pd(_mm256_set1_pd(by), _mm256_mul_pd(v, v)));
  }
}

PRIMAL(doubles) {
  out[0] *= weighted(in, n);
  double t[7];
  for (int i = 0; i < 7; i++)
    t[i] = in[i % n] + 0.1 * i;
  scaled_in_place(t, n, in[1]);
  for (int i = 0; i < 7; i++)
    out[1] += t[i] * (i + 1);
  /* As many steps of a permutation as an input, rounded, says. */
  __m256i index = _mm256_set1_epi64x(2 * (long long)(in[0] > 1));
  __m256d v = _mm256_permutevar_pd(_mm256_loadu_pd(in), index);
  out[2] = _mm256_cvtsd_f64(v) * in[2];
}

PRIMAL(floats) {
  float x[8], y[8];
  int order[8];
  for (int i = 0; i < 8; i++) {
    x[i] = (float)in[i % n] * (1 + i / 5);
    order[i] = (int)(i * 3 + n) % 8;
  }
  __m256i index = _mm256_loadu_si256((const __m256i *)order);
  __m256 v = _mm256_permutevar8x32_ps(_mm256_loadu_ps(x), index);
  v = _mm256_mul_ps(v, _mm256_permutevar_ps(_mm256_loadu_ps(x), index));
  v = _mm256_add_ps(v, _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(
                           _mm256_castps_si256(_mm256_loadu_ps(x)), index)));
  __m128 low = _mm256_castps256_ps128(v), high = _mm256_extractf128_ps(v, 1);
  _mm256_storeu_ps(y, _mm256_insertf128_ps(v, _mm_insert_ps(high, low, 0x9c), 1));
  for (int i = 0; i < 8; i++)
    out[i % m] += y[i] * (i + 2);
  _mm_maskstore_ps(y + 1, _mm_setr_epi32(-1, (int)(in[0] * 100) % 2 - 1, 0, -1), low);
  out[0] *= y[1] + y[2] * y[4];
}

PRIMAL(halves) {
  unsigned short stored[8];
  float x[8];
  for (int i = 0; i < 8; i++)
    x[i] = (float)in[i % n] * (1 + i / 3);
  _mm_storeu_si128((__m128i *)stored, _mm256_cvtps_ph(_mm256_loadu_ps(x), 0));
  __m256 v = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)stored));
  _mm256_storeu_ps(x, _mm256_mul_ps(v, v));
  for (int i = 0; i < 8; i++)
    out[i % m] += x[i];
}

ORACLE(doubles, 6, 3, 0.5, 1.6)
ORACLE(floats, 5, 3, 0.5, 1.6)
ORACLE(halves, 5, 3, 0.5, 1.6)
int main(void) {
  doubles_oracle();
  oracle_precision = 1e-7;
  floats_oracle();
  oracle_precision = 1e-3;
  halves_oracle();
  return oracle_exit();
}
