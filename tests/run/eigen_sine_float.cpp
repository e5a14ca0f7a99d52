/* Sines and other functions of arrays of float: in vectors Eigen takes signs and exponents apart
 * as integers, and reduces large numbers in them. */
// needs: test -e /usr/include/eigen3/Eigen/Core
// flags: -isystem /usr/include/eigen3
#define REAL float
#include "oracle.h"
#include <Eigen/Core>
typedef Eigen::ArrayXf V;
#define F(name, expr)                                                                              \
  PRIMAL(name) {                                                                                   \
    V x = Eigen::Map<V>(in, n);                                                                    \
    Eigen::Map<V>(out, m) = V(expr);                                                               \
  }                                                                                                \
  ORACLE(name, 11, 11, -1.4, 1.4)
F(f_sin, x.sin())
F(f_cos, x.cos() * 1.5f)
F(f_both, x.sin() * 1.5f + x.cos().square())
F(f_exp, x.exp())
F(f_log, (x + 2).log())
F(f_tanh, x.tanh())

extern "C" void __adcc_autodiff(void *, ...);
extern "C" void __adcc_fwddiff(void *, ...);
static void waves(float *in, size_t n, float *out, size_t m) {
  V x = Eigen::Map<V>(in, n);
  Eigen::Map<V>(out, m) = x.sin() + 2 * x.cos();
}
int main(void) {
  f_sin_oracle();
  f_cos_oracle();
  f_both_oracle();
  f_exp_oracle();
  f_log_oracle();
  f_tanh_oracle();
  float x[8] = {26000, -30000.5f, 1e5f, -1e6f, 3e7f, -2e9f, 0.5f, -3}, y[8] = {0}, dx[8] = {0};
  float dy[8] = {1, 1, 1, 1, 1, 1, 1, 1}, t[8] = {1, 1, 1, 1, 1, 1, 1, 1}, dt[8] = {0};
  __adcc_autodiff((void *)waves, &adcc_dup, x, dx, (size_t)8, &adcc_dup, y, dy, (size_t)8);
  __adcc_fwddiff((void *)waves, &adcc_dup, x, t, (size_t)8, &adcc_dup, y, dt, (size_t)8);
  for (int i = 0; i < 8; i++) {
    CLOSE_TO(dx[i], cos((double)x[i]) - 2 * sin((double)x[i]), 1e-5);
    CLOSE_TO(dt[i], dx[i], 1e-5);
  }
  return oracle_exit();
}
