/* Eigen's iterations: singular values and vectors by Jacobi's rotations, eigenvalues of a symmetric
 * matrix; and a pivoted Cholesky decomposition. The norms they scale by are chosen between vectors
 * of integers that hold numbers. */
// flags: -std=c++17 -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
// levels: O1 O2 fast raw
#include "oracle.h"
#include <Eigen/Dense>

PRIMAL(decompose) {
  using namespace Eigen;
  Matrix3d a = Map<const Matrix3d>(in);
  a.diagonal() += Vector3d(1, 3, 6);
  const Vector3d b(1, 2, 3);
  JacobiSVD<Matrix3d> svd(a, ComputeFullU | ComputeFullV);
  out[0] += svd.singularValues().sum() + svd.singularValues()(0);
  out[1] += svd.solve(b).sum();
  const Matrix3d symmetric = a * a.transpose();
  SelfAdjointEigenSolver<Matrix3d> eigen(symmetric);
  out[2] += eigen.eigenvalues().array().log().sum() + eigen.eigenvalues()(2);
  out[3] += symmetric.ldlt().solve(b).squaredNorm();
}
ORACLE_MAIN(decompose, 9, 4, 0.1, 0.5)
