/* Vectors whose operator[] counts through their members, by value, in loops left early, and two
 * numbers of one type beside a third of another. */
#include "oracle.h"
struct Vector {
  double x, y, z;
  double operator[](int i) const { return (&x)[i]; }
};
struct Box {
  Vector low, high;
  float scale;
  float pad[2];
};
static inline double hit(const Box &box, Vector from, const Vector &along) {
  double t = 0;
  for (int axis = 0; axis < 3; axis++) {
    if (from[axis] < 0)
      return t;
    t += from[axis] * along[axis] + box.low[axis] * box.high[axis];
  }
  return t * box.scale;
}
PRIMAL(boxes) {
  Vector from = {in[0], in[1], in[2]};
  const int count = 3;
  for (int i = 0; i < count; i++) {
    Box box = {{in[2], in[1] * i, 2}, {in[0], in[1], in[1] + i}, 2, {1, 1}};
    Vector along{1. + i, 2. * i, in[2]};
    box.low.y += in[0];
    from.z += 0.125 * in[1];
    out[0] += hit(box, from, along);
    for (int k = 0; k < count; k++)
      out[1] += box.high[k % 3] * along[2 - k % 3];
  }
}
ORACLE_MAIN(boxes, 3, 2, .5, 1.1)
