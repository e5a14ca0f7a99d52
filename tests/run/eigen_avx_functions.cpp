/* Elementwise functions of arrays, in vectors of AVX: logarithms by their bits, shadows of memory
 * that is aligned by hand. */
// needs: grep -q avx2 /proc/cpuinfo && test -e /usr/include/eigen3/Eigen/Core
// flags: -mavx2 -mfma -isystem /usr/include/eigen3

#include "oracle.h"
#include <Eigen/Core>
using namespace Eigen;
typedef Array<double, Dynamic, 1> V;
#define F(name, expr)                                                                              \
  PRIMAL(name) {                                                                                   \
    V g = Map<V>(in, 17);                                                                          \
    Map<V>(out, 17) = V(expr);                                                                     \
  }                                                                                                \
  ORACLE(name, 17, 17, 0.3, 1.4)
F(f_exp, g.exp())
F(f_log, g.log())
F(f_log10, g.log10()) F(f_sqrt, g.sqrt()) F(f_tanh, g.tanh()) F(f_sin, g.sin()) F(f_cos, g.cos())
    F(f_abs, (g - double(0.9)).abs()) F(f_inv, g.inverse()) F(f_rsqrt, g.rsqrt())
        F(f_cube, g.cube()) F(f_min, g.min(double(0.8)))
            F(f_sel, (g < double(0.9)).select(g *g, double(2) * g)) F(f_floor, g.floor() * g)
                F(f_round, g.round() * g) F(f_ceil, g.ceil() * g) F(f_logistic, g.logistic())
                    F(f_log1p, g.log1p()) F(f_sign, g.sign() * g) int main() {
  f_exp_oracle();
  f_log_oracle();
  f_log10_oracle();
  f_sqrt_oracle();
  f_tanh_oracle();
  f_sin_oracle();
  f_cos_oracle();

  f_abs_oracle();
  f_inv_oracle();
  f_rsqrt_oracle();
  f_cube_oracle();
  f_min_oracle();
  f_sel_oracle();
  f_floor_oracle();
  f_round_oracle();
  f_ceil_oracle();
  f_logistic_oracle();
  f_log1p_oracle();
  f_sign_oracle();
  return oracle_exit();
}
