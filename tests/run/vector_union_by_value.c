/* Unions of a vector of four floats and what programs call its parts, by value: they travel as two
 * doubles, each with two floats in it, of which adjoints are added as floats. */
#include "oracle.h"

#define APART __attribute__((noinline))
typedef float Float4 __attribute__((ext_vector_type(4)));
typedef union {
  Float4 v;
  float f[4];
  struct {
    float x, y, z, w;
  };
} Vector;

static Vector product(Vector a, Vector b) {
  Vector r;
  r.v = a.v * b.v + a.v;
  return r;
}
APART static Vector scaled(Vector v) {
  Vector r;
  r.v = v.v * v.x;
  return r;
}
APART static float dot(Vector a, Vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

PRIMAL(inlined) {
  Vector a, b;
  for (size_t i = 0; i < 4; i++)
    a.f[i] = (float)in[i % n], b.f[i] = (float)in[(i + 1) % n];
  a = product(a, b);
  for (int i = 0; i < 4; i++)
    out[0] += a.f[i] * b.f[i] * (i + 1);
}
PRIMAL(repeated) {
  Vector a, b;
  for (size_t i = 0; i < 4; i++)
    a.f[i] = (float)in[i % n], b.f[i] = (float)in[(i + 1) % n];
  for (int k = 0; k < 3; k++) {
    a = product(a, b);
    a.f[1] *= 0.9f;
    b = product(b, a);
  }
  for (int i = 0; i < 4; i++)
    out[0] += 0.01 * a.f[i] * b.f[i] * (i + 1);
}
PRIMAL(passed) {
  Vector v = {.f = {(float)in[0], (float)in[1], (float)in[2], 1}};
  v = scaled(v);
  v.f[1] *= 1.1f;
  Vector w = scaled(v);
  out[0] = w.x * w.y + w.z + w.w + dot(v, w) + dot(w, w);
}

ORACLE(inlined, 5, 1, 0.6, 1.4)
ORACLE(repeated, 5, 1, 0.6, 1.4)
ORACLE(passed, 5, 1, 0.6, 1.4)

int main(void) {
  oracle_precision = 1.2e-7; /* that of a float */
  inlined_oracle();
  repeated_oracle();
  passed_oracle();
  return oracle_exit();
}
