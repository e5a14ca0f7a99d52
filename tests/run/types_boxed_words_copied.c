/* Values that are numbers or marked integers, copied word by word. */
#include "oracle.h"
#define NI __attribute__((noinline))
typedef uint64_t V;
static inline V dv(double d) {
  V v;
  memcpy(&v, &d, 8);
  return v;
}
static inline double vd(V v) {
  double d;
  memcpy(&d, &v, 8);
  return d;
}
#define TINT 0xfff9000000000000ull
static inline V iv(int i) { return TINT | (uint32_t)i; }
static inline int isint(V v) { return v >> 48 == 0xfff9; }
static inline int isptr(V v) { return v >> 48 == 0xfffa; }
static inline double *vp(V v) { return (double *)(uintptr_t)(v & 0xffffffffffffull); }
static double val(V v) { return isint(v) ? (double)(int32_t)v : isptr(v) ? *vp(v) : vd(v); }
NI static void copy(V *to, const V *from, int k) {
  for (int i = 0; i < k; i++)
    to[i] = from[i];
}
PRIMAL(boxed) {
  V st[8] = {iv(0), iv(1), dv(in[2] * in[0]), iv(3)}, cs[8] = {0};
  double s = 0;
  {
    V *w = malloc(32);
    copy(w, st, 4);
    for (int i = 0; i < 4; i++)
      s += val(w[i]) * val(w[3 - i]);
    free(w);
  }
  for (int i = 0; i < 4; i++)
    s += val(st[i]) * (i + 1);
  out[0] = s;
}
ORACLE_MAIN(boxed, 4, 1, 0.2, 0.9)
