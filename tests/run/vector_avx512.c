/* Gathered, scattered, compressed and expanded memory. */
// needs: grep -q avx512f /proc/cpuinfo
// flags: -march=x86-64-v4
#include "oracle.h"
#include <immintrin.h>
PRIMAL(packed) {
  __m512i index = _mm512_setr_epi64(3, 0, 5, 1, 7, 2, 6, 4);
  __m512d a = _mm512_loadu_pd(in), g = _mm512_i64gather_pd(index, in, 8);
  __mmask8 k = _mm512_cmp_pd_mask(a, _mm512_set1_pd(1.2), _CMP_GT_OQ);
  __m512d s = _mm512_mask_mul_pd(a, k, a, g);
  __m512d e = _mm512_mask_expandloadu_pd(s, k, in);
  _mm512_mask_storeu_pd(out, k, e);
  _mm512_mask_compressstoreu_pd(out + 8, k, s);
  __m512d ml = _mm512_maskz_loadu_pd(k, in);
  _mm512_i64scatter_pd(out + 16, index, _mm512_mul_pd(s, ml), 8);
  out[24] = _mm512_reduce_add_pd(_mm512_mul_pd(g, a)) + _mm512_reduce_mul_pd(g) +
            _mm512_reduce_max_pd(a) + _mm512_reduce_min_pd(s);
  out[25] = _mm512_cvtsd_f64(_mm512_permutexvar_pd(index, a)) * in[2];
}
ORACLE_MAIN(packed, 8, 26, 0.5, 2)
