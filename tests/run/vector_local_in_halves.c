/* Variables for one vector of four doubles, in functions whose derivative is in two halves: between
 * these they live on the tape, where the vector's loads and stores expect them aligned. */
// needs: grep -qw avx /proc/cpuinfo
// flags: -mavx
#include "oracle.h"
#include <immintrin.h>

static double chain(double x, int left) {
  __m256d all;
  double *lanes = (double *)&all;
  for (int i = 0; i < 4; i++)
    lanes[(i + left) & 3] = x * (i + 1);
  all = _mm256_mul_pd(all, all);
  double s = lanes[left & 3];
  return left ? s + chain(s * 0.1 + x, left - 1) * lanes[2] : s;
}

__attribute__((noinline)) static double squares(const double *x, int n) {
  __m256d places[n / 4];
  double *lanes = (double *)places, s = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++)
      lanes[(k + i) & 3] = x[i] * x[k];
    places[0] = _mm256_mul_pd(places[0], places[0]);
    s += lanes[i & 3];
  }
  return s;
}

PRIMAL(local_in_halves) {
  out[0] = chain(in[0], 5);
  for (int i = 0; i < 3; i++)
    out[1] += squares(in, 4) * in[i];
}

ORACLE_MAIN(local_in_halves, 4, 2, 0.2, 0.6)
