/* Addresses kept in members declared integers, which functions that know nothing of it move. */
#include "oracle.h"
typedef uintptr_t Handle;
typedef struct {
  Handle a, b, c;
} Triple;
static double *at(Handle h) { return (double *)h; }
static __attribute__((noinline)) Triple turned(Triple t, int times) {
  return times ? turned((Triple){t.b, t.c, t.a}, times - 1) : t;
}
static __attribute__((noinline)) Triple same(Triple t, int times) {
  return times < 0 ? same(t, times + 1) : t;
}
static void exchange(Handle *a, Handle *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
PRIMAL(moved) {
  (void)m;
  double b[2] = {in[0] * in[1], in[2]};
  Triple t = turned((Triple){(Handle)&b[0], (Handle)&b[1], (Handle)in}, (int)n - 1);
  out[0] = *at(t.a) * 2 + *at(t.b) * *at(t.c);
  t = same((Triple){(Handle)&b[1], (Handle)&in[1], (Handle)b}, 0);
  exchange(&t.a, &t.c);
  out[1] = *at(t.a) * 3 + *at(t.b) * *at(t.c);
}
ORACLE_MAIN(moved, 3, 2, 0.5, 1.5)
