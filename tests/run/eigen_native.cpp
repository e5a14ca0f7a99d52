/* Elementwise functions, products and triangular systems with all that the processor has. */
// needs: test -e /usr/include/eigen3/Eigen/Core
// flags: -march=native -isystem /usr/include/eigen3
#include "oracle.h"
#include <Eigen/Core>
using namespace Eigen;
PRIMAL(eigen_native) {
  MatrixXd g = Map<MatrixXd>(in, 3, 3);
  MatrixXd a = g * g.transpose();
  a.diagonal() += VectorXd::LinSpaced(3, 1, 5);
  out[0] = (g.array().exp() + a.array().floor() * g.array()).log().sum();
  out[1] = a.triangularView<Lower>().solve(g).sum();
}
ORACLE_MAIN(eigen_native, 9, 2, 0.5, 1.5)
