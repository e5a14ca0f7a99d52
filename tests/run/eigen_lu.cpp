/* LU with partial and with full pivoting, and the solutions of linear systems. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/LU>
PRIMAL(lu) {
  Eigen::MatrixXd a = Eigen::Map<Eigen::MatrixXd>(in, 4, 4) + 3 * Eigen::MatrixXd::Identity(4, 4);
  Eigen::VectorXd b = Eigen::Map<Eigen::VectorXd>(in + 16, 4);
  Eigen::VectorXd x = a.partialPivLu().solve(b);
  out[0] = x.squaredNorm();
  out[1] = a.fullPivLu().solve(b).sum();
}
ORACLE_MAIN(lu, 20, 2, 0.5, 1.5)
