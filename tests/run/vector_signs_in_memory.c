/* Vector code that changes the signs of numbers where they lie, and takes them for integers. */
#include "oracle.h"
typedef long long Words __attribute__((vector_size(16), may_alias, aligned(8)));
typedef int Halves __attribute__((vector_size(16), may_alias, aligned(4)));
#define SIGN (-0x7fffffffffffffffll - 1)
__attribute__((noinline)) static void negate(double *x) {
  Words *words = (Words *)x;
  *words ^= (Words){SIGN, SIGN};
}
__attribute__((noinline)) static void conjugate(double *x) {
  Words *words = (Words *)x;
  *words ^= (Words){0, SIGN};
}
__attribute__((noinline)) static void take_absolute(double *x) {
  Words *words = (Words *)x;
  *words &= (Words){~SIGN, ~SIGN};
}
__attribute__((noinline)) static void negate_floats(float *x) {
  Halves *words = (Halves *)x;
  *words ^= (Halves){1 << 31, 1 << 31, 0, 1 << 31};
}
PRIMAL(signs) {
  double x[2] = {in[0] * in[1], in[2]}, y[2] = {in[1], -in[0]}, z[2] = {-in[2] * in[3], in[3]};
  negate(x);
  conjugate(y);
  take_absolute(z);
  out[0] += x[0] * x[1] + y[0] * y[1];
  out[1] += z[0] * z[1] + x[1] * y[1];
}
ORACLE(signs, 4, 2, 0.2, 1.4)
extern float __adcc_autodiff_floats(void *, ...);
static float products(const float *x) {
  float f[4] = {x[0], x[1], x[2], x[3]};
  negate_floats(f);
  return f[0] * x[3] + 2 * f[2] * f[3];
}
int main(void) {
  signs_oracle();
  float x[4] = {2, 3, 4, 5}, dx[4] = {0};
  __adcc_autodiff_floats((void *)products, x, dx);
  CLOSE(dx[0], -5);
  CLOSE(dx[1], 0);
  CLOSE(dx[2], -10);
  CLOSE(dx[3], -2 - 8);
  return oracle_exit();
}
