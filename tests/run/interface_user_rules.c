/* Every kind of rule that a user registers, in one program. */
#include "oracle.h"
int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
__attribute__((noinline)) double sq(double x) { return x * x; }
double aug_sq(double x) { return x * x; }
static int called = 0;
double grad_sq_(double x, double d) {
  called++;
  return 100 * x * d;
}
typedef struct {
  double tape;
  double r;
} T;
T aug2(double x) {
  T t = {x * 2, x * x};
  return t;
}
double grad2(double x, double d, double tape) {
  called++;
  return tape * d * 10;
}
void *__enzyme_register_gradient_sq[] = {(void *)sq, (void *)aug2, (void *)grad2};
__attribute__((noinline)) void mul(double *x, double *y) { *y = *x * *x; }
void *aug_mul(double *x, double *dx, double *y, double *dy) {
  *y = *x * *x;
  return NULL;
}
void grad_mul(double *x, double *dx, double *y, double *dy, void *tape) {
  called++;
  *dx += 7 * *dy;
  *dy = 0;
}
void *__enzyme_register_gradient_mul[] = {(void *)mul, (void *)aug_mul, (void *)grad_mul};
__attribute__((noinline)) double add3(double x) { return x + 3; }
double dadd3(double x, double dx) {
  called++;
  return 5 * dx;
}
void *__enzyme_register_derivative_add3[] = {(void *)add3, (void *)dadd3};
__attribute__((noinline)) double mylog(double x) { return log(1 + x); }
void *__enzyme_function_like_log[] = {(void *)mylog, (void *)"log1p"};
__attribute__((noinline)) double noise(double x) { return x * 5; }
void *__enzyme_inactivefn[] = {(void *)noise};
double scale = 4;
void *__enzyme_inactive_global_scale[] = {(void *)&scale};
static double pool[64];
static int used;
static int freed;
__attribute__((noinline)) double *my_alloc(int flag, size_t n) {
  double *p = pool + used;
  used += n / 8;
  memset(p, 0, n);
  return p;
}
__attribute__((noinline)) void my_free(double *p) { freed++; }
void *__enzyme_allocation_like_my[] = {(void *)my_alloc, (void *)1, (void *)"-1", (void *)my_free};
double useall(double x) {
  double a, y = sq(x);
  mul(&y, &a);
  return a + mylog(x) + noise(x) + scale * x;
}
double fw(double x) { return add3(x) * x; }
double heap(double x) {
  double *p = my_alloc(0, 16);
  p[0] = x * x;
  p[1] = p[0] * x;
  double r = p[1];
  my_free(p);
  return r;
}
void *__enzyme_nofree_x[] = {(void *)my_alloc};
int main(void) {
  double d = __enzyme_autodiff((void *)useall, 2.0);
  CLOSE(d, 7 * 40 + 1. / 3 + 4);
  CLOSE(called, 2);
  CLOSE(__enzyme_fwddiff((void *)fw, 2.0, 1.0), 15);
  CLOSE(__enzyme_autodiff((void *)heap, 2.0), 12);
  return oracle_exit();
}
