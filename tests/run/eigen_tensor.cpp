/* The tensor module: coefficient-wise expressions, a full reduction and a contraction. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <unsupported/Eigen/CXX11/Tensor>
PRIMAL(tensor) {
  Eigen::TensorMap<Eigen::Tensor<double, 3>> t(in, 2, 3, 2);
  Eigen::Tensor<double, 3> u = t * t + t.exp();
  Eigen::Tensor<double, 0> s = u.sum();
  out[0] = s(0);
  Eigen::array<Eigen::IndexPair<int>, 1> dims = {Eigen::IndexPair<int>(1, 1)};
  Eigen::Tensor<double, 4> c = t.contract(u, dims);
  out[1] = c(0, 1, 1, 0) * c(1, 1, 0, 0);
}
ORACLE_MAIN(tensor, 12, 2, 0.1, 0.9)
