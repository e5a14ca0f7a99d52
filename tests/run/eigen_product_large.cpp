/* A product large enough for the blocked kernel, which packs its operands by vector intrinsics. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Dense>
PRIMAL(product_large) {
  Eigen::Map<Eigen::MatrixXd> a(in, 20, 20);
  Eigen::MatrixXd p = a * a;
  Eigen::VectorXd v = p * a.col(0);
  out[0] = p.squaredNorm();
  out[1] = v.sum();
}
ORACLE_MAIN(product_large, 400, 2, 0.1, 0.5)
