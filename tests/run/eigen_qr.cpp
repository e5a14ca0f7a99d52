/* Householder QR, plain and pivoted: least squares. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/QR>
PRIMAL(qr) {
  Eigen::MatrixXd a = Eigen::Map<Eigen::MatrixXd>(in, 5, 3);
  a.diagonal().array() += 2;
  Eigen::VectorXd b = Eigen::Map<Eigen::VectorXd>(in + 15, 5);
  Eigen::VectorXd x = a.householderQr().solve(b);
  out[0] = x.squaredNorm();
  out[1] = a.colPivHouseholderQr().solve(b).sum();
}
ORACLE_MAIN(qr, 20, 2, 0.5, 1.5)
