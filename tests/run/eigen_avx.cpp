/* Matrices of dynamic size with AVX, where Eigen aligns memory by hand: blocks, resizing, swaps,
 * reversal, copies into vectors. */
// needs: grep -q avx2 /proc/cpuinfo && test -e /usr/include/eigen3/Eigen/Core
// levels: O0 O2 O3
// flags: -mavx2 -mfma -isystem /usr/include/eigen3
#include "oracle.h"
#include <Eigen/Dense>
#include <vector>
using namespace Eigen;
PRIMAL(eigen_avx) {
  std::vector<MatrixXd> layers;
  for (int l = 0; l < 2; l++)
    layers.push_back(Map<MatrixXd>(in + 4 * l, 2, 2));
  MatrixXd a = layers[0] * layers[1].transpose();
  a.conservativeResize(3, 3);
  a.row(2).setConstant(in[0]);
  a.col(2).setConstant(in[1] * in[2]);
  MatrixXd b = a.block(0, 1, 2, 2);
  b.swap(layers[0]);
  VectorXd v(3);
  v << in[3], in[4], in[5];
  VectorXd w = v.reverse().head(2);
  std::vector<double> copy(a.data(), a.data() + a.size());
  out[0] = (b * w).sum() + layers[0].determinant() + copy[4];
  out[1] = a.inverse().trace() + a.colwise().sum().squaredNorm();
}
ORACLE_MAIN(eigen_avx, 8, 2, 0.5, 1.5)
