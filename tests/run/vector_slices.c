/* A vector of six numbers, of which pieces are read again, one of them by two loads of other sizes:
 * LLVM shifts them out of all its bits. */
// needs: grep -q sse2 /proc/cpuinfo
#include "oracle.h"
#include <emmintrin.h>

typedef double Six __attribute__((ext_vector_type(6), aligned(8)));

/* Both lanes are the number at `place`. */
static __m128d twice(const double *place) {
  __m128i low = _mm_loadl_epi64((const __m128i *)place);
  return _mm_castsi128_pd(_mm_unpacklo_epi64(low, low));
}

PRIMAL(slices) {
  Six columns = *(const Six *)in;
  double *rows = (double *)malloc(sizeof columns);
  *(Six *)rows = __builtin_shufflevector(columns, columns, 0, 2, 4, 1, 3, 5);
  __m128d pair = _mm_loadu_pd(rows + 3);
  __m128d sum = _mm_add_pd(_mm_mul_pd(pair, twice(rows)), _mm_mul_pd(pair, twice(rows + 3)));
  _mm_storeu_pd(out, sum);
  free(rows);
}
ORACLE_MAIN(slices, 6, 2, 0.4, 1.4)
