/* A sparse matrix from triplets, and its products with vectors. */
// flags: -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Sparse>
PRIMAL(sparse) {
  Eigen::SparseMatrix<double> a(4, 4);
  std::vector<Eigen::Triplet<double>> t;
  for (int i = 0; i < 4; i++) {
    t.emplace_back(i, i, in[i] * 2);
    t.emplace_back(i, (i + 1) % 4, in[i] * in[i]);
  }
  a.setFromTriplets(t.begin(), t.end());
  Eigen::Map<Eigen::VectorXd> x(in + 4, 4);
  Eigen::VectorXd y = a * x;
  out[0] = y.squaredNorm();
  out[1] = (a.transpose() * y).sum();
}
ORACLE_MAIN(sparse, 8, 2, 0.1, 0.9)
