/* SSE's forms for the lowest lane, and the multiply-adds that alternate. */
// needs: grep -q fma /proc/cpuinfo
// flags: -mavx2 -mfma
#include "oracle.h"
#include <immintrin.h>

static double clamped(double x, double low, double high) {
  __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_min_sd(_mm_max_sd(v, _mm_set_sd(low)), _mm_set_sd(high)));
}

/* A vector whose upper lanes come from somewhere else than the lowest. */
static __m128d lowest(const double *a, const double *b, int which) {
  __m128d left = _mm_loadu_pd(a), right = _mm_loadu_pd(b);
  switch (which) {
  case 0: return _mm_max_sd(left, right);
  case 1: return _mm_min_sd(_mm_mul_pd(left, right), left);
  case 2: return _mm_mul_pd(_mm_round_sd(left, _mm_mul_pd(right, right), _MM_FROUND_TO_ZERO), right);
  case 3: return _mm_mul_pd(_mm_ceil_sd(right, left), left);
  case 4: return _mm_sqrt_sd(left, right);
  default: return _mm_add_sd(left, _mm_fmaddsub_pd(left, right, right));
  }
}

static double both(__m128d v) { return 2 * _mm_cvtsd_f64(v) + _mm_cvtsd_f64(_mm_unpackhi_pd(v, v)); }

PRIMAL(doubles) {
  for (int i = 0; i < 6; i++)
    out[i] += both(lowest(in + i % 3, in + 2 + i % 2, i));
  out[0] *= clamped(in[0] * in[1], 0.3, 2);
  int below = _mm_movemask_pd(_mm_cmplt_sd(_mm_loadu_pd(in), _mm_loadu_pd(in + 1)));
  out[1] *= below & 1 ? in[2] : in[3] * in[3];
  __m256d a = _mm256_loadu_pd(in), b = _mm256_loadu_pd(in + 1);
  double lanes[4];
  _mm256_storeu_pd(lanes, _mm256_fmsubadd_pd(a, b, _mm256_fmaddsub_pd(b, b, a)));
  for (int i = 0; i < 4; i++)
    out[i] += lanes[i];
}

/* One step of Newton's method from the approximation, in the lowest lane; the upper lanes stay. */
static __m128 root(__m128 x) {
  __m128 y = _mm_rsqrt_ss(x);
  __m128 half = _mm_mul_ss(_mm_set_ss(0.5f), _mm_mul_ss(x, _mm_mul_ss(y, y)));
  return _mm_mul_ps(_mm_move_ss(x, _mm_mul_ss(y, _mm_sub_ss(_mm_set_ss(1.5f), half))), x);
}

PRIMAL(floats) {
  __m128 x = _mm_setr_ps((float)in[0], (float)in[1], (float)in[2], (float)in[3]);
  __m128 y = _mm_cvtsd_ss(x, _mm_loadu_pd(in + 3)), z = root(y);
  float lanes[4];
  _mm_storeu_ps(lanes, _mm_add_ps(_mm_max_ss(z, y), _mm_rcp_ss(_mm_add_ps(x, y))));
  for (int i = 0; i < 4; i++)
    out[i] += lanes[i];
  _mm_storeu_ps(lanes, _mm_mul_ps(_mm_min_ss(z, x), _mm_floor_ss(y, x)));
  out[0] *= lanes[0] + lanes[1] + lanes[2] * lanes[3];
}

ORACLE(doubles, 5, 6, 0.5, 1.6)
ORACLE(floats, 5, 4, 0.5, 1.6)
int main(void) {
  doubles_oracle();
  oracle_precision = 3e-4; /* of the approximations */
  floats_oracle();
  return oracle_exit();
}
