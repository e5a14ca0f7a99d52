// flags: -std=c++17 -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
/* Matrices through the typed layer, by reference, by value and as results, with shadows that are matrices. */
#include "oracle.h"
#include <Eigen/Dense>
#include <adcc/adcc.hpp>

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

static double quadratic(const MatrixXd &a, const VectorXd &x) { return x.dot(a * x); }
static double by_value(VectorXd x) {
  x *= 2;
  return x.squaredNorm();
}
static double fixed(Vector3d x, Vector3d y) { return x.cross(y).norm(); }
static void multiply(const MatrixXd &a, const VectorXd &x, VectorXd &y) { y = a * x; }

int main() {
  MatrixXd a(2, 2), da = MatrixXd::Zero(2, 2);
  a << 2, 1, 3, 4;
  VectorXd x(2), dx = VectorXd::Zero(2);
  x << 1, 2;
  adcc::reverse<quadratic>(adcc::duplicated(a, da), adcc::duplicated(x, dx));
  VectorXd wanted = (a + a.transpose()) * x;
  EXPECT((dx - wanted).norm() < 1e-12);
  EXPECT(std::fabs(da(0, 1) - 2) < 1e-12);
  VectorXd tangent(2);
  tangent << 1, 0;
  double change = adcc::forward<quadratic>(adcc::constant(a), adcc::duplicated(x, tangent));
  EXPECT(std::fabs(change - wanted(0)) < 1e-12);

  dx.setZero();
  adcc::reverse<by_value>(adcc::duplicated(x, dx));
  EXPECT(std::fabs(dx(1) - 16) < 1e-12 && x(1) == 2);

  Vector3d u(1, 2, 3), v(0, 1, 5), du = Vector3d::Zero(), dv = Vector3d::Zero();
  adcc::reverse<fixed>(adcc::duplicated(u, du), adcc::duplicated(v, dv));
  const double h = 1e-6;
  Vector3d up = u, down = u;
  up(1) += h, down(1) -= h;
  EXPECT(std::fabs(du(1) - (fixed(up, v) - fixed(down, v)) / (2 * h)) < 1e-6);

  VectorXd y(2), dy(2);
  dy << 1, 10;
  da.setZero();
  dx.setZero();
  adcc::reverse<multiply>(adcc::duplicated(a, da), adcc::duplicated(x, dx), adcc::duplicated(y, dy));
  EXPECT(std::fabs(da(1, 1) - 20) < 1e-12);
  EXPECT((dx - a.transpose() * Eigen::Vector2d(1, 10)).norm() < 1e-12);
  return oracle_exit();
}
