/* Registered gradients of several shapes: integers among the parameters, memory with a heap tape,
 * float, no tape at all, several lanes, and asked for directly. A wrong factor in a rule shows that
 * it was used. */
#include "oracle.h"
extern double __adcc_autodiff_f(void *, ...);
extern double __adcc_fwddiff_f(void *, ...);
extern int adcc_const, adcc_dup, adcc_width;
double lib_scale(double x, int n, double y) __attribute__((noinline));
typedef struct {
  double tape, value;
} Aug;
static Aug a_scale(double x, int n, double y) { return (Aug){x * y, x * n * y}; }
typedef struct {
  double dx, dy;
} Two;
static Two g_scale(double x, int n, double y, double seed, double tape) {
  return (Two){seed * n * y, seed * n * x + 0 * tape};
}
void *__adcc_register_gradient_scale[] = {(void *)lib_scale, (void *)a_scale, (void *)g_scale};
__attribute__((noinline)) double lib_scale(double x, int n, double y) {
  volatile double z = y;
  return x * n * z;
}
static double f(double x, double y) {
  double s = 0;
  for (int i = 1; i < 4; i++)
    s += lib_scale(x * i, i, y);
  return s;
}
/* sum: memory, result, big struct tape through memory; float result */
__attribute__((noinline)) static double sumsq(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}

typedef struct {
  double *tape;
  double r;
} AugSum1;
static AugSum1 a_sum1(const double *x, const double *dx, int n) {
  AugSum1 a;
  a.tape = malloc(n * 8);
  for (int i = 0; i < n; i++)
    a.tape[i] = x[i];
  a.r = sumsq(x, n);
  return a;
}
static void g_sum1(const double *x, double *dx, int n, double seed, double *tape) {
  if (dx)
    for (int i = 0; i < n; i++)
      dx[i] += seed * 2 * tape[i] * 10;
  free(tape);
}
void *__adcc_register_gradient_sumsq[] = {(void *)sumsq, (void *)a_sum1, (void *)g_sum1};
static double g(double *x, int n, double k) {
  double r = sumsq(x, n) * k;
  x[0] = 0;
  return r + sumsq(x, n);
}
/* pure by value with width */
__attribute__((noinline)) static float sq(float x) { return x * x; }
typedef struct {
  float tape, value;
} AugF;
static AugF a_sq(float x) { return (AugF){x, x * x}; }
static float g_sq(float x, float seed, float tape) { return seed * 20 * tape; }
void *__enzyme_register_gradient_sq[] = {(void *)sq, (void *)a_sq, (void *)g_sq};
static double h(double *x) { return sq((float)x[0]) * 3; }
extern void __adcc_autodiff_h(void *, ...);
/* returns only tape for a function without result: no tape */
__attribute__((noinline)) static void cube_in(double *x) { *x = *x * *x * *x; }
static void a_cube(double *x, double *dx) { cube_in(x); }
static void g_cube(double *x, double *dx) { *dx *= 7; }
void *__adcc_register_gradient_cube[] = {(void *)cube_in, (void *)a_cube, (void *)g_cube};
static void cu(double *x) {
  cube_in(x);
  *x *= 2;
}
int main(void) {
  typedef struct {
    double x, y;
  } P;
  extern P __adcc_autodiff_p(void *, ...);
  P p = __adcc_autodiff_p((void *)f, 2.0, 3.0);
  CLOSE(p.x, (1 + 4 + 9) * 3.0);
  CLOSE(p.y, (1 + 4 + 9) * 2.0);
  double x[2] = {2, 3}, dx[2] = {0, 0};
  __adcc_autodiff_h((void *)g, adcc_dup, x, dx, adcc_const, 2, adcc_const, 5.0);
  CLOSE(dx[0], 2 * 2 * 10 * 5);
  CLOSE(dx[1], 2 * 3 * 10 * 6);
  CLOSE(x[0], 0);
  /* body serves forward mode */
  double t[2] = {1, 1};
  x[0] = 2;
  CLOSE(__adcc_fwddiff_f((void *)g, adcc_dup, x, t, adcc_const, 2, adcc_const, 5.0),
        2 * 2 * 5 + 2 * 3 * 6);
  double y = 2, dy[2] = {0, 0};
  __adcc_autodiff_h((void *)h, adcc_dup, &y, dy);
  CLOSE(dy[0], 3 * 20 * 2);
  dy[0] = 0;
  __adcc_autodiff_h((void *)h, adcc_width, 2, adcc_dup, &y, dy, dy + 1);
  CLOSE(dy[0], 120);
  CLOSE(dy[1], 120);
  double c = 2, dc = 1;
  __adcc_autodiff_h((void *)cu, &c, &dc);
  CLOSE(c, 16);
  CLOSE(dc, 14);
  /* asked for directly */
  CLOSE(__adcc_fwddiff_f((void *)sumsq, adcc_const, x, adcc_const, 2), 0);
  x[0] = 2;
  dx[0] = dx[1] = 0;
  __adcc_autodiff_h((void *)sumsq, x, dx, 2);
  CLOSE(dx[0], 40);
  return oracle_exit();
}
