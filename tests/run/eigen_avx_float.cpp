/* Expressions of a factor and several arrays of float, in vectors of AVX: LLVM loads the factor and
 * the addresses of the arrays as one vector of numbers. */
// needs: grep -q avx2 /proc/cpuinfo && test -e /usr/include/eigen3/Eigen/Core
// flags: -mavx2 -mfma -isystem /usr/include/eigen3
#define REAL float
#include "oracle.h"
#include <Eigen/Core>
typedef Eigen::ArrayXf V;
#define F(name, expr)                                                                              \
  PRIMAL(name) {                                                                                   \
    V x = Eigen::Map<V>(in, n);                                                                    \
    Eigen::Map<V>(out, m) = V(expr);                                                               \
  }                                                                                                \
  ORACLE(name, 19, 19, -1.4, 1.4)
F(f_exp, x.exp() * 1.5f + x.exp().square())
F(f_sine, x.sin() * 1.5f + x.cos().square())
F(f_tanh, 0.5f * x.tanh() - 2.5f * x)
F(f_log, (x.square() + 1).log() * 1.5f + x * x)
int main(void) {
  f_exp_oracle();
  f_sine_oracle();
  f_tanh_oracle();
  f_log_oracle();
  return oracle_exit();
}
