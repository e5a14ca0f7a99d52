/* Matrices of dynamic size: products, reductions, blocks, coefficient-wise functions. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Dense>
PRIMAL(dense_dynamic) {
  Eigen::Map<Eigen::MatrixXd> a(in, 3, 4);
  Eigen::MatrixXd p = a * a.transpose();
  Eigen::VectorXd r = p.rowwise().sum();
  Eigen::VectorXd y = (p * r).array().exp().log1p();
  out[0] = y.norm() + p.col(1).head(2).maxCoeff() * r.tail(1)(0);
  out[1] = (a.array() * a.array()).sum() + a.block(0, 1, 2, 2).prod();
}
ORACLE_MAIN(dense_dynamic, 12, 2, 0.1, 0.5)
