// flags: -O1
/* Derivatives in loops, where the shadow of one iteration is the memory of the next: what a derivative
 * says of its memory holds for one call, also where loops are unrolled or vectorised. */
#include "oracle.h"
static void f(double *p) { p[1] = p[0] * p[0] + p[1] * 0.5; }
extern void __adcc_autodiff_f(void *, ...);
extern void __adcc_fwddiff_f(void *, ...);
__attribute__((noinline)) static void g(double *p, double *q, int n) {
  for (int t = 0; t < n; t++) {
    __adcc_fwddiff_f((void *)f, adcc_dup, p, q);
    double *s = p; p = q; q = s;
  }
}
__attribute__((noinline)) static void h(double *p, double *q) {
  for (int t = 0; t < 4; t++) {
    __adcc_autodiff_f((void *)f, adcc_dup, p, q);
    double *s = p; p = q; q = s;
  }
}
__attribute__((noinline)) static void h2(double *p) {
  for (int t = 0; t < 4; t++)
    __adcc_autodiff_f((void *)f, adcc_dup, p + 2 * t, p + 2 * t + 2);
}
__attribute__((noinline)) static void h3(double *p) {
  for (int t = 0; t < 4; t++)
    __adcc_fwddiff_f((void *)f, adcc_dup, p + 2 * t, p + 2 * t + 2);
}
__attribute__((noinline)) static void h4(double *p, int n) {
  for (int t = 0; t < n; t++)
    __adcc_fwddiff_f((void *)f, adcc_dup, p + 2 * t, p + 2 * t + 2);
}
__attribute__((noinline)) static void h5(double *p, int n) {
  for (int t = 0; t < n; t++)
    __adcc_autodiff_f((void *)f, adcc_dup, p + 2 * t, p + 2 * t + 2);
}
static void fw(double *p, double *q) { q[1] = 2 * p[0] * q[0] + 0.5 * q[1]; p[1] = p[0] * p[0] + p[1] * 0.5; }
static void rv(double *p, double *q) { q[0] += 2 * p[0] * q[1]; q[1] *= 0.5; p[1] = p[0] * p[0] + p[1] * 0.5; }
int main(void) {
  double a[10], b[10];
#define START for (int i = 0; i < 10; i++) a[i] = b[i] = 0.5 + 0.13 * i;
#define END for (int i = 0; i < 10; i++) CLOSE(a[i], b[i]);
  START g(a, a + 2, 4); for (int t = 0; t < 4; t++) t % 2 ? fw(b + 2, b) : fw(b, b + 2); END
  START h(a, a + 2); for (int t = 0; t < 4; t++) t % 2 ? rv(b + 2, b) : rv(b, b + 2); END
  START h2(a); for (int t = 0; t < 4; t++) rv(b + 2 * t, b + 2 * t + 2); END
  START h3(a); for (int t = 0; t < 4; t++) fw(b + 2 * t, b + 2 * t + 2); END
  START h4(a, 4); for (int t = 0; t < 4; t++) fw(b + 2 * t, b + 2 * t + 2); END
  START h5(a, 4); for (int t = 0; t < 4; t++) rv(b + 2 * t, b + 2 * t + 2); END
  return oracle_exit();
}
