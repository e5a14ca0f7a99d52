/* Structures by value of a constant number and a pointer to what is differentiated: the tangent of
 * the number is zero, and not the number itself. */
#include "oracle.h"
#define STEPS 3

typedef struct {
  double factor;
  double *at;
} OfDouble;
typedef struct {
  float factor, other;
  double *at;
} OfFloats;
typedef struct {
  int count;
  float factor;
  double *at;
} OfFloatAndCount;

__attribute__((noinline)) static OfDouble moved_double(OfDouble s, double *to) {
  s.at = *s.at > 0.8 ? to : s.at;
  return s;
}
__attribute__((noinline)) static OfFloats moved_floats(OfFloats s, double *to) {
  s.at = *s.at > 0.8 ? to : s.at;
  return s;
}
__attribute__((noinline)) static OfFloatAndCount moved_count(OfFloatAndCount s, double *to) {
  s.at = *s.at > 0.8 ? to : s.at;
  s.count++;
  return s;
}

PRIMAL(constant_beside_pointer) {
  OfDouble d = {0.7, in};
  OfFloats f = {0.5f, 1.5f, in + 1};
  OfFloatAndCount c = {1, 0.25f, in + 2};
  for (int i = 0; i < STEPS; i++) {
    d = moved_double(d, in + i);
    f = moved_floats(f, in + i);
    c = moved_count(c, in + i);
  }
  out[0] = d.factor * d.factor * *d.at;
  out[1] = f.factor * *f.at + f.other * *f.at * *f.at;
  out[2] = c.count * c.factor * *c.at * d.factor;
}
ORACLE(constant_beside_pointer, 4, 3, 0.2, 1.4)

int main(void) { return constant_beside_pointer_oracle() != ORACLE_OK; }
