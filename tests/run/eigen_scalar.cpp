/* Eigen without its own vectorisation, so that LLVM's meets it: objects whose last fields, a number
 * and flags, LLVM keeps in one register. */
// flags: -isystem /usr/include/eigen3 -DEIGEN_DONT_VECTORIZE
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Dense>

PRIMAL(solve) {
  Eigen::MatrixXd a(4, 4);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      a(i, j) = in[0] / (i + j + 1) + (i == j);
  Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(4, 1, in[1]);
  Eigen::VectorXd x = a.ldlt().solve(b), y = a.partialPivLu().solve(b);
  out[0] += x.sum() + y.squaredNorm() + a.row(1).maxCoeff() + a.block(1, 1, 2, 2).sum();
  Eigen::ArrayXXd c = Eigen::ArrayXXd::Constant(3, 4, in[0]);
  c.col(1) *= in[1];
  c = c.sin() + c.square();
  out[1] += c.rowwise().sum().maxCoeff() + (c > 1).select(c, 0.5 * c).sum();
}
ORACLE_MAIN(solve, 2, 2, 0.6, 1.4)
