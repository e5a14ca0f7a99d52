/* Doubles copied as 64-bit integers, in a loop and through a helper. */
#include "oracle.h"
__attribute__((noinline)) static void copy(void *to, const void *from, size_t count) {
  uint64_t *t = (uint64_t *)to;
  const uint64_t *f = (const uint64_t *)from;
  for (size_t i = 0; i < count; i++)
    t[i] = f[i];
}
PRIMAL(travel) {
  double a[6];
  copy(a, in, n);
  for (size_t i = 0; i < n; i++)
    a[i] *= a[0];
  copy(out, a + 1, m);
}
// flags: -fno-strict-aliasing
ORACLE_MAIN(travel, 6, 4, 0.5, 1.5)
