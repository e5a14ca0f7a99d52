/* Finite elements on a line: a sparse matrix that a function assembles and returns, factorised.
 * LLVM moves the addresses of its indices and of its numbers together, as one vector. */
// flags: -isystem /usr/include/eigen3 -std=c++17
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <vector>
using namespace Eigen;

static SparseMatrix<double> assemble(const std::vector<double> &nodes, const VectorXd &modulus) {
  const int n = (int)nodes.size();
  std::vector<Triplet<double>> entries;
  entries.reserve(4 * n);
  for (int e = 0; e + 1 < n; e++) {
    Matrix2d element;
    element << 1, -1, -1, 1;
    element *= modulus(e) / (nodes[e + 1] - nodes[e]);
    for (int a = 0; a < 2; a++)
      for (int b = 0; b < 2; b++)
        entries.emplace_back(e + a, e + b, element(a, b));
  }
  for (int i = 0; i < n; i++)
    entries.emplace_back(i, i, 0.5);
  SparseMatrix<double> stiffness(n, n);
  stiffness.setFromTriplets(entries.begin(), entries.end());
  return stiffness;
}

PRIMAL(bar) {
  std::vector<double> nodes;
  for (int i = 0; i < 6; i++)
    nodes.push_back(i * 0.2 + 0.01 * i * i);
  VectorXd modulus = Map<VectorXd>(in, 5);
  SparseMatrix<double> a = assemble(nodes, modulus);
  VectorXd f = VectorXd::Constant(6, in[5]);
  SimplicialLDLT<SparseMatrix<double>> solver;
  solver.compute(a);
  if (solver.info() != Success)
    return;
  VectorXd u = solver.solve(f);
  out[0] += u.squaredNorm();
  out[1] += u.dot(a * u) - 2 * f.dot(u);
}
ORACLE_MAIN(bar, 6, 2, 0.5, 1.5)
