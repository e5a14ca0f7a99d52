/* interleave in every mode: with lanes, strides, const and out between, structures by value, two halves, a
 * recorded run, the result of the primal; the marker first, in the middle, and behind other markers. */
#include "oracle.h"
extern int enzyme_interleave, enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed, enzyme_width,
    enzyme_dupv, enzyme_nofree, enzyme_primal_return, enzyme_runtime_activity, enzyme_noret;
typedef struct {
  void *tape;
  double value;
} Half;
typedef struct {
  double a, b;
} Two;
typedef struct {
  double a, b, c;
} Three;
extern double __enzyme_autodiff(void *, ...);
extern Two __enzyme_autodiff_2(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern Two __enzyme_fwddiff_2(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern Three __enzyme_fwddiff_3(void *, ...);
extern Half __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern void __enzyme_reverse_v(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
static double f(double *x, double k, int n, double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    y[i] = y[i] * k + x[i] * x[i];
    sum += y[i] * x[i];
  }
  return sum;
}
#define RESET x[0] = 0.5, x[1] = 1.5, y[0] = 2, y[1] = 3, memset(dx, 0, sizeof dx), memset(dy, 0, sizeof dy)
int main(void) {
  double x[2], y[2], dx[4], dy[4], k = 0.7;
  /* r = sum x (y k + x^2): dx = y k + 3 x^2, dy = x k, dk = sum x y */
  double gx[2] = {2 * k + 0.75, 3 * k + 6.75}, gy[2] = {0.5 * k, 1.5 * k}, gk = 0.5 * 2 + 1.5 * 3;
  RESET;
  CLOSE(__enzyme_autodiff((void *)f, enzyme_interleave, x, k, 2, y, dx, dy), gk);
  CLOSE(dx[1], gx[1]);
  CLOSE(dy[0], gy[0]);
  RESET;
  CLOSE(__enzyme_autodiff((void *)f, enzyme_dup, x, enzyme_out, k, enzyme_const, 2, enzyme_interleave,
                          enzyme_dupnoneed, y, dx, dy),
        gk);
  CLOSE(dx[0], gx[0]);
  CLOSE(dy[1], gy[1]);
  RESET;
  double wide[2][2] = {{0}}, high[2][2] = {{0}};
  Two both = __enzyme_autodiff_2((void *)f, enzyme_width, 2, enzyme_interleave, x, k, 2, y, dx, wide[1],
                                 dy, high[1]);
  CLOSE(both.b, gk);
  CLOSE(wide[1][1], gx[1]);
  CLOSE(high[1][0], gy[0]);
  RESET;
  Half half = __enzyme_augmentfwd((void *)f, enzyme_interleave, enzyme_dup, x, enzyme_const, k,
                                  enzyme_const, 2, enzyme_dup, y, dx, dy);
  CLOSE(half.value, 0.5 * (2 * k + 0.25) + 1.5 * (3 * k + 2.25));
  __enzyme_reverse_v((void *)f, enzyme_interleave, enzyme_dup, x, enzyme_const, k, enzyme_const, 2,
                     enzyme_dup, y, dx, dy, 2.0, half.tape);
  CLOSE(dx[1], 2 * gx[1]);
  CLOSE(dy[0], 2 * gy[0]);
  RESET;
  half = __enzyme_augmentfwd((void *)f, enzyme_nofree, enzyme_interleave, x, enzyme_out, k, 2, y, dx, dy);
  CLOSE(__enzyme_reverse((void *)f, enzyme_interleave, x, enzyme_out, k, 2, y, dx, dy, 1.0, half.tape), gk);
  CLOSE(dx[0], gx[0]);
  RESET;
  dx[0] = 1, dy[1] = 10;
  Two with = __enzyme_fwddiff_2((void *)f, enzyme_primal_return, enzyme_interleave, x, k, 2, y, dx, 100.0, dy);
  CLOSE(with.a, 0.5 * (2 * k + 0.25) + 1.5 * (3 * k + 2.25));
  CLOSE(with.b, gx[0] + 10 * gy[1] + 100 * gk);
  RESET;
  dx[0] = 1, wide[0][0] = 0, wide[0][1] = 1, dy[0] = 1, high[0][0] = 0, high[0][1] = 0;
  Two lanes = __enzyme_fwddiff_2((void *)f, enzyme_width, 2, enzyme_interleave, x, k, 2, y, dx, wide[0],
                                 0.0, 1.0, dy, high[0]);
  CLOSE(lanes.a, gx[0] + gy[0]);
  CLOSE(lanes.b, gx[1] + gk);
  RESET;
  double still[2] = {0, 0};
  half = __enzyme_augmentfwd((void *)f, enzyme_interleave, x, k, 2, y, still, dy);
  dx[1] = 1;
  CLOSE(__enzyme_fwdsplit((void *)f, enzyme_interleave, x, k, 2, y, dx, 3.0, dy, half.tape), gx[1] + 3 * gk);
  return oracle_exit();
}
