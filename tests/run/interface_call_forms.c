/* Less common forms of a call: byref, batch from a buffer, interleave with lanes, a shadow that is
 * returned, and a primal chosen among three. */
#include "oracle.h"
extern int enzyme_byref, enzyme_dup, enzyme_const, enzyme_width, enzyme_buffer, enzyme_scalar,
    enzyme_vector, enzyme_interleave, enzyme_out, enzyme_dup_return;
extern double __enzyme_autodiff_f(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern void __enzyme_batch_v(void *, ...);
typedef struct {
  float d[3];
} F3;
extern F3 __enzyme_batch_f3(void *, ...);
static double f(double x, double *y) { return x * *y; }
static void store(double *out, double x, int k) { *out = x * k; }
static float pick(const float *p) { return p[0] * p[1]; }
static void many(double *x, double *y) { *y = *x * *x * *x; }
typedef struct {
  void *tape;
  double *p, *dp;
} AugP;
extern AugP __enzyme_augmentfwd_p(void *, ...);
extern void __enzyme_reverse_p(void *, ...);
static double *advance(double *x) {
  x[1] = x[0] * x[0];
  return x + 1;
}
static double sel(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= x[i];
  return s;
}
static double sel2(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
static double sel3(double *x, int n) { return x[0]; }
static void choose(int w, double *x, double *dx) {
  double (*g)(double *, int);
  switch (w) {
  case 0:
    g = sel;
    break;
  case 1:
    g = sel2;
    break;
  default:
    g = sel3;
  }
  __enzyme_autodiff_v((void *)g, enzyme_dup, x, dx, enzyme_const, 2);
}
int main(void) {
  double x = 3, y = 5, dy = 0;
  CLOSE(__enzyme_autodiff_f((void *)f, enzyme_byref, 8, enzyme_out, &x, enzyme_dup, &y, &dy), 5);
  CLOSE(dy, 3);
  double o[2];
  __enzyme_batch_v((void *)store, enzyme_width, 2, enzyme_buffer, 8, o, enzyme_vector, 2.0, 3.0,
                   enzyme_scalar, 7);
  CLOSE(o[0], 14);
  CLOSE(o[1], 21);
  float data[6] = {1, 2, 3, 4, 5, 6};
  F3 r = __enzyme_batch_f3((void *)pick, enzyme_width, 3, enzyme_buffer, 8, data);
  CLOSE(r.d[0], 2);
  CLOSE(r.d[2], 30);
  double a = 2, b = 0, da[2] = {0, 0}, db[2] = {1, 2};
  __enzyme_autodiff_v((void *)many, enzyme_interleave, enzyme_width, 2, &a, &b, da, da + 1, db,
                      db + 1);
  CLOSE(da[0], 12);
  CLOSE(da[1], 24);
  double z[2] = {3, 0}, dz[2] = {0, 0};
  AugP p = __enzyme_augmentfwd_p((void *)advance, enzyme_dup, z, dz);
  EXPECT(p.p == z + 1);
  EXPECT(p.dp == dz + 1);
  *p.dp = 1;
  __enzyme_reverse_p((void *)advance, enzyme_dup, z, dz, p.tape);
  CLOSE(dz[0], 6);
  volatile int w = 1;
  double q[2] = {2, 3}, dq[2] = {0, 0};
  choose(w, q, dq);
  CLOSE(dq[1], 6);
  w = 0;
  dq[0] = dq[1] = 0;
  choose(w, q, dq);
  CLOSE(dq[0], 3);
  w = 5;
  dq[0] = 0;
  choose(w, q, dq);
  CLOSE(dq[0], 1);
  return oracle_exit();
}
