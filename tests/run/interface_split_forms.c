/* The two halves: tape returned or placed, sizes, results, kept tapes, lanes. */
#include "oracle.h"
int enzyme_dup, enzyme_const, enzyme_out, enzyme_tape, enzyme_allocated, enzyme_nofree,
    enzyme_width, enzyme_const_return, enzyme_noret, enzyme_primal_return;
size_t __enzyme_augmentsize(void *, ...);
int __enzyme_augmentsize_int(void *, ...);
typedef struct {
  void *tape;
  double value;
} Aug;
typedef struct {
  void *tape;
  double *value, *shadow;
} AugP;
Aug __enzyme_augmentfwd_a(void *, ...);
AugP __enzyme_augmentfwd_p(void *, ...);
void *__enzyme_augmentfwd_t(void *, ...);
void __enzyme_augmentfwd_v(void *, ...);
double __enzyme_augmentfwd_d(void *, ...);
double __enzyme_reverse(void *, ...);
void __enzyme_reverse_v(void *, ...);
typedef struct {
  double a, b;
} D2;
D2 __enzyme_reverse_d2(void *, ...);
static double f(double *x) {
  x[0] = x[0] * x[1];
  return sin(x[0]);
}
static double g(double x, double y) { return x * y; }
static void h(double *x, double *y) {
  y[0] = x[0] * x[0];
  x[0] = 0;
}
static double *ptr(double *x, int i) {
  x[i] *= x[i];
  return x + i;
}
typedef struct {
  void *tape;
  double number;
} TapeAndNumber;
typedef struct {
  double d[2];
} Lanes;
extern TapeAndNumber __enzyme_augmentfwd_n(void *, ...);
extern Lanes __enzyme_reverse_l(void *, ...);
static double scaled(double x, int n) { return n * sin(x); }

int main(void) {
  double x[2] = {2, 3}, dx[2] = {0};
  size_t n = __enzyme_augmentsize((void *)f, enzyme_dup);
  CLOSE((double)(n > 0), 1);
  int same = __enzyme_augmentsize_int((void *)f, enzyme_dup);
  CLOSE(same, n);
  void *buffer = malloc(n);
  double v =
      __enzyme_augmentfwd_d((void *)f, enzyme_allocated, n, enzyme_tape, buffer, enzyme_dup, x, dx);
  CLOSE(v, sin(6));
  __enzyme_reverse_v((void *)f, enzyme_allocated, n, enzyme_tape, buffer, enzyme_dup, x, dx, 2.0);
  CLOSE(dx[0], 6 * cos(6));
  CLOSE(dx[1], 4 * cos(6));
  free(buffer);
  Aug a = __enzyme_augmentfwd_a((void *)g, 3.0, 4.0);
  CLOSE(a.value, 12);
  D2 d = __enzyme_reverse_d2((void *)g, 3.0, 4.0, 10.0, a.tape);
  CLOSE(d.a, 40);
  CLOSE(d.b, 30);
  double y = 3, dy = 0, z = 0, dz = 1;
  void *t = __enzyme_augmentfwd_t((void *)h, enzyme_dup, &y, &dy, enzyme_dup, &z, &dz);
  CLOSE(z, 9);
  __enzyme_reverse_v((void *)h, enzyme_dup, &y, &dy, enzyme_dup, &z, &dz, t);
  CLOSE(dy, 6);
  CLOSE(dz, 0);
  double p[2] = {2, 5}, dp[2] = {0};
  AugP ap = __enzyme_augmentfwd_p((void *)ptr, p, dp, 1);
  CLOSE((double)(ap.value == p + 1 && ap.shadow == dp + 1), 1);
  *ap.shadow = 1;
  __enzyme_reverse_v((void *)ptr, p, dp, 1, ap.tape);
  CLOSE(dp[1], 10);
  char small[64];
  double q = 3, dq = 0;
  y = 3;
  dy = 0;
  dz = 1;
  __enzyme_augmentfwd_v((void *)h, enzyme_nofree, enzyme_allocated, sizeof small, enzyme_tape,
                        small, &y, &dy, &z, &dz);
  __enzyme_reverse_v((void *)h, enzyme_nofree, enzyme_allocated, sizeof small, enzyme_tape, small,
                     &y, &dy, &z, &dz);
  CLOSE(dy, 6);
  dy = 0;
  dz = 2;
  __enzyme_reverse_v((void *)h, enzyme_allocated, sizeof small, enzyme_tape, small, &y, &dy, &z,
                     &dz);
  CLOSE(dy, 12);
  /* width */
  double wx = 5, w0 = 0, w1 = 0, wy, s0 = 1, s1 = 2;
  t = __enzyme_augmentfwd_t((void *)h, enzyme_width, 2, &wx, &w0, &w1, &wy, &s0, &s1);
  __enzyme_reverse_v((void *)h, enzyme_width, 2, &wx, &w0, &w1, &wy, &s0, &s1, t);
  CLOSE(w0, 10);
  CLOSE(w1, 20);
  /* width, a seed for each lane */
  TapeAndNumber two = __enzyme_augmentfwd_n((void *)scaled, enzyme_width, 2, enzyme_out, 0.5, enzyme_const, 3);
  CLOSE(two.number, 3 * sin(0.5));
  Lanes lanes = __enzyme_reverse_l((void *)scaled, enzyme_width, 2, enzyme_out, 0.5, enzyme_const, 3,
                                   (Lanes){{1, 4}}, two.tape);
  CLOSE(lanes.d[0], 3 * cos(0.5));
  CLOSE(lanes.d[1], 12 * cos(0.5));
  (void)q;
  (void)dq;
  return oracle_exit();
}
