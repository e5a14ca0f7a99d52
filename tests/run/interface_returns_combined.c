/* What becomes of results: const_return, dup_return, active_return, noret and primal_return, with lanes, in
 * two halves, of numbers, pointers and structures, before the arguments and behind them. */
#include "oracle.h"
extern int enzyme_const_return, enzyme_dup_return, enzyme_active_return, enzyme_noret, enzyme_primal_return,
    enzyme_dup, enzyme_const, enzyme_out, enzyme_width, enzyme_nofree;
typedef struct {
  double a, b;
} Two;
typedef struct {
  double *p, *dp;
} Pointers;
typedef struct {
  double *dp[2];
} Lanes;
typedef struct {
  void *tape;
  double value;
} Half;
typedef struct {
  double value;
  double dx[2], dy[2];
} Wide;
extern double __enzyme_autodiff(void *, ...);
extern Two __enzyme_autodiff_2(void *, ...);
extern Wide __enzyme_autodiff_w(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern double *__enzyme_fwddiff_p(void *, ...);
extern Pointers __enzyme_fwddiff_pp(void *, ...);
extern Lanes __enzyme_fwddiff_pl(void *, ...);
extern Half __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
static double f(double x, double *y) {
  *y = *y * x;
  return x * x * *y;
}
static double g(double x, double y) { return sin(x) * y; }
static double *largest(double *x, int n, double k) {
  double *best = x;
  for (int i = 0; i < n; i++) {
    x[i] *= k;
    if (x[i] > *best)
      best = x + i;
  }
  return best;
}
int main(void) {
  double x = 1.5, y = 0.7, dy = 1;
  /* y' = y x; r = x^2 y' */
  CLOSE(__enzyme_autodiff((void *)f, enzyme_const_return, enzyme_out, x, enzyme_dup, &y, &dy), 0.7);
  CLOSE(dy, 1.5);
  y = 0.7, dy = 0;
  CLOSE(__enzyme_autodiff((void *)f, enzyme_out, x, enzyme_dup, &y, &dy, enzyme_active_return), 3 * x * x * 0.7);
  CLOSE(dy, x * x * x);
  y = 0.7, dy = 1;
  Two both = __enzyme_autodiff_2((void *)f, enzyme_primal_return, enzyme_const_return, enzyme_out, x, enzyme_dup, &y, &dy);
  CLOSE(both.a, x * x * x * 0.7);
  CLOSE(both.b, 0.7);
  Wide w = __enzyme_autodiff_w((void *)g, enzyme_primal_return, enzyme_width, 2, 0.4, 3.0);
  CLOSE(w.value, 3 * sin(0.4));
  CLOSE(w.dx[1], 3 * cos(0.4));
  CLOSE(w.dy[0], sin(0.4));
  double z[3] = {1, 5, 2}, dz[3] = {1, 10, 100}, ez[3] = {2, 20, 200};
  double *p = __enzyme_fwddiff_p((void *)largest, enzyme_dup_return, enzyme_dup, z, dz, enzyme_const, 3, enzyme_const, 2.0);
  EXPECT(p == dz + 1);
  CLOSE(*p, 20);
  Pointers pp = __enzyme_fwddiff_pp((void *)largest, enzyme_primal_return, z, dz, 3, 0.5, 1.0);
  EXPECT(pp.p == z + 1 && pp.dp == dz + 1);
  CLOSE(*pp.dp, 20 * 0.5 + 10);
  Lanes lanes = __enzyme_fwddiff_pl((void *)largest, enzyme_width, 2, z, dz, ez, 3, enzyme_const, 2.0);
  EXPECT(lanes.dp[0] == dz + 1 && lanes.dp[1] == ez + 1);
  CLOSE(*lanes.dp[1], 40);
  Half half = __enzyme_augmentfwd((void *)g, enzyme_out, 0.4, enzyme_const, 3.0);
  CLOSE(half.value, 3 * sin(0.4));
  CLOSE(__enzyme_reverse((void *)g, enzyme_out, 0.4, enzyme_const, 3.0, 2.0, half.tape), 6 * cos(0.4));
  return oracle_exit();
}
