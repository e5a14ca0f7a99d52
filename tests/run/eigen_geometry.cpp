/* Eigen's rotations and transformations: quaternions, whose products flip the sign of some lanes
 * of a vector by a mask, angles about axes, isometries and affine maps. */
// flags: -std=c++17 -isystem /usr/include/eigen3
// needs: test -e /usr/include/eigen3/Eigen/Core
#include "oracle.h"
#include <Eigen/Dense>
#include <Eigen/Geometry>

PRIMAL(move) {
  using namespace Eigen;
  const Quaterniond q = Quaterniond(in[0], in[1], in[2], in[3]).normalized();
  const Vector3d v(in[4], in[5], 1.0), moved = q * v;
  out[0] += moved.squaredNorm() * 0.1 + moved.x();
  out[1] += (q.toRotationMatrix() * v).dot(Vector3d(1, 2, 3));
  const AngleAxisd about(in[0], Vector3d(in[1], in[2], in[3]).normalized());
  out[2] += (about * v).sum();
  const Quaterniond p(AngleAxisd(in[2], Vector3d::UnitZ())), between = q.slerp(in[4] * 0.3, p);
  out[3] += between.w() + between.vec().dot(v) + (q.conjugate() * p).w();
  Isometry3d place = Isometry3d::Identity();
  place.translate(v);
  place.rotate(q);
  out[4] += (place * v).y() + (place.inverse() * v).z();
  const Affine3d scaled(Translation3d(v) * Scaling(in[0]) * about);
  out[5] += (scaled * moved).norm() + v.cross(moved).norm();
}
ORACLE_MAIN(move, 6, 6, 0.4, 1.2)
