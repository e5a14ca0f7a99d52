/* One number that memset clears under a condition: a variable, a member, one of an array, in a loop. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
extern double __enzyme_autodiff(void *, ...);
#define N 6
typedef struct { double a, b, c; } S;
static double variable(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double y = x[i] * x[i];
    if (x[i] > 3)
      memset(&y, 0, sizeof y);
    sum += y * y;
  }
  return sum;
}
static double member(const double *x, int n) {
  S s[N];
  double sum = 0;
  for (int i = 0; i < n; i++) {
    s[i] = (S){1, x[i] * x[i], x[i]};
    if (i > 2)
      memset(&s[i].b, 0, sizeof s[i].b);
  }
  for (int i = 0; i < n; i++)
    sum += s[i].b * s[i].b * s[i].a;
  return sum;
}
static double copied(const double *x, int n) {
  double w[N], sum = 0, *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; i++) {
    memcpy(&w[i], &x[i], sizeof *w);
    if (x[i] > 3)
      memset(&w[i], 0, sizeof w[i]);
    memcpy(&y[i], &w[i], sizeof *y);
  }
  for (int i = 0; i < n; i++)
    sum += y[i] * y[i] * y[i] * y[i];
  free(y);
  return sum;
}
static double in_place(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      memset(&x[i], 0, sizeof *x);
    sum += x[i] * x[i] * x[i] * x[i];
  }
  return sum;
}
int main(void) {
  double x[N] = {1, 2, 3, 4, 5, 6}, dx[4][N] = {0};
  __enzyme_autodiff((void *)variable, x, dx[0], N);
  __enzyme_autodiff((void *)member, x, dx[1], N);
  __enzyme_autodiff((void *)copied, x, dx[2], N);
  __enzyme_autodiff((void *)in_place, x, dx[3], N);
  for (int i = 0; i < 4 * N; i++)
    CLOSE(dx[i / N][i % N], i % N < 3 ? 4 * x[i % N] * x[i % N] * x[i % N] : 0);
  return oracle_exit();
}
