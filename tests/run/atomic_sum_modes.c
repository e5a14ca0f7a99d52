/* Atomic additions in derivatives of derivatives, in several lanes, and where run time decides whether
 * a place has a shadow. */
#include "oracle.h"

extern double __adcc_autodiff(void *, ...), __adcc_fwddiff(void *, ...);
extern void __adcc_autodiff_lanes(void *, ...);
extern int adcc_width, adcc_runtime_activity;

__attribute__((noinline)) static void accumulate(double *place, double value) {
  __atomic_fetch_add(place, value * value, __ATOMIC_SEQ_CST);
}

static double through_memory(double x) {
  double *place = (double *)malloc(sizeof *place);
  *place = 1;
  accumulate(place, x);
  accumulate(place, *place * x);
  double result = *place * x;
  free(place);
  return result; /* x (1 + x^2 + x^2 (1 + x^2)^2) */
}

static double slope(double x) { return __adcc_autodiff((void *)through_memory, x); }

static void squares(float *x, float *sum, int n) {
  for (int i = 0; i < n; i++)
    __atomic_fetch_add(sum, x[i] * x[i], __ATOMIC_RELAXED);
}

static void add_to_either(double *x, double *y, int second) {
  __atomic_fetch_add(second ? y : x, x[1], __ATOMIC_RELAXED);
}

int main(void) {
  double x = 0.7, x2 = x * x;
  CLOSE(slope(x), 1 + 6 * x2 + 10 * x2 * x2 + 7 * x2 * x2 * x2);
  double curvature = 12 * x + 40 * x2 * x + 42 * x2 * x2 * x;
  CLOSE(__adcc_fwddiff((void *)slope, x, 1.0), curvature);
  CLOSE(__adcc_autodiff((void *)slope, x), curvature);

  float v[2] = {1, 2}, first[2] = {0}, second[2] = {0}, sum = 0, one = 1, two = 2;
  __adcc_autodiff_lanes((void *)squares, adcc_width, 2, adcc_dup, v, first, second, adcc_dup, &sum,
                        &one, &two, 2);
  CLOSE(sum, 5);
  CLOSE(first[1], 4);
  CLOSE(second[1], 8);

  double a[2] = {1, 2}, da[2] = {1, 0}, b = 0, db = 1;
  __adcc_autodiff_state((void *)add_to_either, adcc_runtime_activity, adcc_dup, a, da, adcc_dup, &b,
                        &db, adcc_const, 1);
  CLOSE(da[1], 1);
  da[1] = 0;
  __adcc_autodiff_state((void *)add_to_either, adcc_runtime_activity, adcc_dup, a, da, adcc_const,
                        &b, adcc_const, 0);
  CLOSE(da[1], 1);
  return oracle_exit();
}
