/* Cholesky factorisations with and without square roots. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Cholesky>
PRIMAL(llt) {
  Eigen::Map<Eigen::MatrixXd> g(in, 4, 4);
  Eigen::MatrixXd a = g * g.transpose() + Eigen::MatrixXd::Identity(4, 4);
  Eigen::VectorXd b = g.col(2);
  Eigen::LLT<Eigen::MatrixXd> llt(a);
  out[0] = llt.solve(b).dot(b);
  out[1] = a.ldlt().solve(b).sum() + llt.matrixL().toDenseMatrix().diagonal().array().log().sum();
}
ORACLE_MAIN(llt, 16, 2, 0.5, 1.5)
