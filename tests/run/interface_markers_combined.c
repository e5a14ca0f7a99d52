/* Marker forms together: lanes, strides, interleaved shadows, returns, inactive shadows. */
#include "oracle.h"
int enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed, enzyme_width, enzyme_dupv,
    enzyme_interleave, enzyme_primal_return, enzyme_noret, enzyme_const_return,
    enzyme_active_return, enzyme_dup_return, enzyme_runtime_activity, enzyme_strong_zero,
    enzyme_byref, enzyme_not_overwritten;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);
double __enzyme_fwddiff(void *, ...);
double *__enzyme_fwddiff_p(void *, ...);
void __enzyme_fwddiff_void(void *, ...);
typedef struct {
  double g[2];
} A2;
typedef struct {
  double x[2], y[2];
} W2;
A2 __enzyme_autodiff_a2(void *, ...);
W2 __enzyme_autodiff_w2(void *, ...);
A2 __enzyme_fwddiff_a2(void *, ...);
static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
static double g(double x, double y) { return x * y * y; }
static double *pick(double *x) {
  x[0] *= x[1];
  return x + 1;
}
static void into(double *x, double *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] * x[i];
}
static double mixed(double *a, double *b, double *c) { return a[0] * b[0] + c[0]; }
int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0}, dx2[3] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
  CLOSE(dx[2], 6);
  __enzyme_autodiff((void *)f, &enzyme_dup, x, dx, &enzyme_const, 3);
  CLOSE(dx[2], 12);
  memset(dx, 0, sizeof dx);
  __enzyme_autodiff_v((void *)f, enzyme_width, 2, enzyme_dup, x, dx, dx2, 3);
  CLOSE(dx[2], 6);
  CLOSE(dx2[1], 4);
  double dv[6] = {0};
  __enzyme_autodiff_v((void *)f, enzyme_width, 2, enzyme_dupv, 3 * sizeof(double), x, dv, 3);
  CLOSE(dv[5], 6);
  CLOSE(dv[1], 4);
  A2 r = __enzyme_autodiff_a2((void *)g, 2.0, 3.0);
  CLOSE(r.g[0], 9);
  CLOSE(r.g[1], 12);
  W2 w = __enzyme_autodiff_w2((void *)g, enzyme_width, 2, 2.0, 3.0);
  CLOSE(w.x[0], 9);
  CLOSE(w.x[1], 9);
  CLOSE(w.y[1], 12);
  CLOSE(__enzyme_autodiff((void *)g, enzyme_out, 2.0, enzyme_const, 3.0), 9);
  CLOSE(__enzyme_fwddiff((void *)g, enzyme_dup, 2.0, 1.0, enzyme_const, 3.0), 9);
  double t[3] = {1, 0, 0}, t2[3] = {0, 1, 0};
  A2 fw = __enzyme_fwddiff_a2((void *)f, enzyme_width, 2, enzyme_dup, x, t, t2, 3);
  CLOSE(fw.g[0], 2);
  CLOSE(fw.g[1], 4);
  double tv[6] = {1, 0, 0, 0, 0, 1};
  fw = __enzyme_fwddiff_a2((void *)f, enzyme_width, 2, enzyme_dupv, 24, x, tv, enzyme_const, 3);
  CLOSE(fw.g[0], 2);
  CLOSE(fw.g[1], 6);
  double p[2] = {3, 4}, dp[2] = {1, 0};
  double *q = __enzyme_fwddiff_p((void *)pick, p, dp);
  CLOSE((double)(q == dp + 1), 1);
  CLOSE(dp[0], 4);
  double o[3], dout[3] = {1, 1, 1};
  memset(dx, 0, sizeof dx);
  __enzyme_autodiff_v((void *)into, enzyme_dup, x, dx, enzyme_dupnoneed, o, dout, 3);
  CLOSE(dx[2], 6);
  CLOSE(dout[1], 0);
  double ti[3] = {1, 1, 1}, to[3];
  __enzyme_fwddiff_void((void *)into, enzyme_interleave, enzyme_dup, x, enzyme_dup, o, 3, ti, to);
  CLOSE(to[2], 6);
  double a = 2, b = 3, c = 4, ta = 1, tc = 10;
  CLOSE(__enzyme_fwddiff((void *)mixed, enzyme_runtime_activity, enzyme_dup, &a, &ta, enzyme_dup,
                         &b, &b, enzyme_dup, &c, &tc),
        13);
  CLOSE(__enzyme_fwddiff((void *)g, enzyme_strong_zero, 2.0, 0.0, enzyme_const, 1.0 / 0.0), 0);
  return oracle_exit();
}
