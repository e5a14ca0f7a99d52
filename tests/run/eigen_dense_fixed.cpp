/* Matrices of fixed size: products, inverse and determinant. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Dense>
PRIMAL(dense_fixed) {
  Eigen::Map<Eigen::Matrix3d> a(in);
  Eigen::Map<Eigen::Vector3d> b(in + 9);
  Eigen::Matrix3d g = a * a.transpose() + Eigen::Matrix3d::Identity();
  Eigen::Vector3d c = g * b + b.cwiseProduct(b);
  out[0] = c.squaredNorm() + g.trace() + c.dot(b);
  out[1] = g.determinant() + g.inverse().sum();
}
ORACLE_MAIN(dense_fixed, 12, 2, 0.5, 1.5)
