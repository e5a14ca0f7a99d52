/* Registered forward rules on memory, registered pairs in split mode, and function_like in both
 * modes. */
#include "oracle.h"
extern double __adcc_autodiff_f(void *, ...);
extern double __adcc_fwddiff_f(void *, ...);
extern int adcc_const, adcc_dup, adcc_width, adcc_primal_return;
typedef struct {
  double p, t;
} PT;
extern PT __adcc_fwddiff_pt(void *, ...);
__attribute__((noinline)) static double sumsq(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
static PT f_sum(const double *x, const double *dx, int n) {
  PT r = {sumsq(x, n), 0};
  for (int i = 0; i < n; i++)
    r.t += 20 * x[i] * dx[i];
  return r;
}
void *__adcc_register_derivative_sumsq[] = {(void *)sumsq, (void *)f_sum};
static double g(double *x, int n) { return sumsq(x, n) * x[0]; }
typedef struct {
  void *tape;
  double value;
} Augmented;
extern Augmented __enzyme_augmentfwd_f(void *, ...);
extern double __enzyme_reverse_f(void *, ...);
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
typedef struct {
  double tape, value;
} A;
static A a(double x) { return (A){x, x * x * x}; }
static double gr(double x, double seed, double tape) { return 1000 + seed * 3 * tape * x; }
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)a, (void *)gr};
static double c(double x) { return cube(x) * 2; }
double mine(double x) __attribute__((noinline));
double mine(double x) {
  volatile double h = x;
  return h;
}
void *__enzyme_function_like_mine[] = {(void *)mine, (void *)"sin"};
static double m(double x) { return mine(x) * 2; }
int main(void) {
  double x[2] = {2, 3}, t[2] = {1, 1}, dx[2] = {0, 0};
  PT r = __adcc_fwddiff_pt((void *)g, adcc_primal_return, adcc_dup, x, t, adcc_const, 2);
  CLOSE(r.p, 26);
  CLOSE(r.t, 13 + 2 * 100);
  extern void __adcc_autodiff_v(void *, ...);
  __adcc_autodiff_v((void *)g, x, dx, 2);
  CLOSE(dx[0], 13 + 8);
  CLOSE(dx[1], 12);
  Augmented w = __enzyme_augmentfwd_f((void *)c, 2.0);
  CLOSE(w.value, 16);
  CLOSE(__enzyme_reverse_f((void *)c, 2.0, 0.5, w.tape), 1000 + 12);
  Augmented w2 = __enzyme_augmentfwd_f((void *)cube, 2.0);
  CLOSE(w2.value, 8);
  CLOSE(__enzyme_reverse_f((void *)cube, 2.0, 0.5, w2.tape), 1000 + 6);
  CLOSE(__adcc_autodiff_f((void *)m, 1.0), 2 * cos(1.0));
  CLOSE(__adcc_fwddiff_f((void *)m, 1.0, 1.0), 2 * cos(1.0));
  return oracle_exit();
}
