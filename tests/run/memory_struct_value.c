/* Structs passed and returned by value: in registers, by hidden pointer, mixed. */
#include "oracle.h"
typedef struct {
  double x, y;
} Small;
typedef struct {
  double a[6];
} Large;
typedef struct {
  float f;
  int i;
  double d;
} Mixed;
__attribute__((noinline)) static Small rotate(Small s, double t) {
  return (Small){s.x * cos(t) - s.y * sin(t), s.x * sin(t) + s.y * cos(t)};
}
__attribute__((noinline)) static Large outer(Large l, Small s) {
  for (int i = 0; i < 6; i++)
    l.a[i] = l.a[i] * s.x + s.y;
  return l;
}
__attribute__((noinline)) static Mixed mix(Mixed q, double s) {
  q.d = q.d * s * q.i;
  q.f = 2;
  return q;
}
PRIMAL(values) {
  Small s = rotate((Small){in[0], in[1]}, in[2]);
  Large l = {{in[0], in[1], in[2], in[3], 1, 2}};
  l = outer(outer(l, s), s);
  Mixed q = mix((Mixed){1, 3, in[3]}, s.x);
  out[0] = s.x * s.y + q.d;
  out[1] = l.a[0] * l.a[3] + l.a[5];
}
ORACLE_MAIN(values, 4, 2, 0.5, 2)
