/* Rules for functions that take, return or keep vectors of four doubles, which travel in registers that
 * only the processor has for which the program is compiled. */
// needs: grep -qw avx /proc/cpuinfo
// flags: -mavx
#include "oracle.h"
#include <immintrin.h>

__attribute__((noinline)) static double tripled(double x) { return 3 * x; }
struct tripled_augmented {
  __m256d tape;
  double result;
};
static struct tripled_augmented tripled_first(double x) {
  return (struct tripled_augmented){_mm256_set1_pd(3), 3 * x};
}
static double tripled_second(double x, double seed, __m256d tape) { return tape[2] * seed; }
void *__adcc_register_gradient_tripled[] = {(void *)tripled, (void *)tripled_first,
                                            (void *)tripled_second};

__attribute__((noinline)) static __m256d cubes(__m256d x) { return x * x * x; }
static __m256d cubes_tangent(__m256d x, __m256d dx) { return 3 * x * x * dx; }
struct cubes_augmented {
  __m256d tape, result;
};
static struct cubes_augmented cubes_first(__m256d x) {
  return (struct cubes_augmented){3 * x * x, x * x * x};
}
static __m256d cubes_second(__m256d x, __m256d seed, __m256d tape) { return tape * seed; }
void *__adcc_register_derivative_cubes[] = {(void *)cubes, (void *)cubes_tangent};
void *__adcc_register_gradient_cubes[] = {(void *)cubes, (void *)cubes_first,
                                          (void *)cubes_second};

PRIMAL(vectors) {
  __m256d all = cubes(_mm256_set_pd(in[3], in[2], in[1], in[0]));
  out[0] = all[0] * all[1] + tripled(all[2]);
  out[1] = all[3] * tripled(in[0]);
}

ORACLE_MAIN(vectors, 4, 2, 0.2, 0.6)
