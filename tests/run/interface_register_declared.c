/* A rule for a function without a body, which alone is given the memory. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff_d(void *, ...);
double dot_inside(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
__asm__(".globl dot_outside\n"
        ".set dot_outside, dot_inside\n");
double dot_outside(const double *x, const double *y, int n);
typedef struct {
  void *tape;
  double result;
} Augmented;
static int gradients;
static Augmented dot_forward(const double *x, double *dx, const double *y, double *dy, int n) {
  return (Augmented){NULL, dot_outside(x, y, n)};
}
static void dot_reverse(const double *x, double *dx, const double *y, double *dy, int n,
                        double seed, void *tape) {
  gradients++;
  for (int i = 0; i < n; i++) {
    dx[i] += seed * y[i];
    dy[i] += seed * x[i];
  }
}
void *__enzyme_register_gradient_dot[] = {(void *)dot_outside, (void *)dot_forward,
                                          (void *)dot_reverse};
static double f(const double *x, const double *y, int n) { return dot_outside(x, y, n); }
int main(void) {
  double x[2] = {1, 2}, y[2] = {3, 4}, dx[2] = {0}, dy[2] = {0};
  __enzyme_autodiff_d((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 2);
  for (int i = 0; i < 2; i++) {
    CLOSE(dx[i], y[i]);
    CLOSE(dy[i], x[i]);
  }
  CLOSE(gradients, 1);
  return oracle_exit();
}
