/* AVX2: blends, gathers, horizontal sums, masked moves and dot products. */
// needs: grep -q avx2 /proc/cpuinfo
// flags: -mavx2 -mfma
#include "oracle.h"
#include <immintrin.h>
PRIMAL(simd) {
  __m256d a = _mm256_loadu_pd(in), b = _mm256_loadu_pd(in + 4);
  __m256d c = _mm256_fmadd_pd(a, b, a);
  c = _mm256_addsub_pd(c, b);
  c = _mm256_hadd_pd(c, a);
  c = _mm256_blendv_pd(c, b, _mm256_cmp_pd(a, b, _CMP_LT_OQ));
  c = _mm256_sqrt_pd(_mm256_max_pd(c, _mm256_set1_pd(0.1)));
  c = _mm256_permute4x64_pd(c, 0x1b);
  c = _mm256_unpacklo_pd(c, _mm256_div_pd(a, b));
  _mm256_storeu_pd(out, c);
  __m128d l = _mm256_castpd256_pd128(c), h = _mm256_extractf128_pd(c, 1);
  out[4] = _mm_cvtsd_f64(_mm_add_sd(l, h));
  __m256i mask = _mm256_setr_epi64x(-1, 0, -1, 0);
  _mm256_maskstore_pd(out + 5, mask, _mm256_maskload_pd(in + 1, mask));
  out[9] = _mm256_cvtsd_f64(_mm256_i64gather_pd(in, _mm256_setr_epi64x(3, 2, 1, 0), 8)) * in[0];
  out[10] = _mm_cvtsd_f64(_mm_permute_pd(l, 1));
  out[11] = _mm256_cvtsd_f64(_mm256_round_pd(a, 0)) * in[1];
  out[12] = _mm256_cvtsd_f64(_mm256_andnot_pd(_mm256_set1_pd(-0.0), a));
  out[13] = _mm256_cvtsd_f64(_mm256_xor_pd(_mm256_set1_pd(-0.0), b));
  __m256d dp = _mm256_permutevar_pd(a, _mm256_setr_epi64x(2, 0, 2, 0));
  out[14] = _mm256_cvtsd_f64(dp);
  out[15] = _mm_cvtsd_f64(_mm_dp_pd(l, h, 0x31));
}
ORACLE_MAIN(simd, 8, 16, 0.5, 2)
