/* A radix sort by the bits of active numbers: no derivative passes through the keys. */
#include "oracle.h"

static uint64_t key_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits & (uint64_t)1 << 63 ? ~bits : bits | (uint64_t)1 << 63;
}

PRIMAL(sorted) {
  int order[n], other[n];
  for (size_t i = 0; i < n; i++)
    order[i] = (int)i;
  for (int shift = 0; shift < 64; shift += 8) {
    int start[257] = {0};
    for (size_t i = 0; i < n; i++)
      start[(key_of(in[order[i]]) >> shift & 255) + 1]++;
    for (int k = 0; k < 256; k++)
      start[k + 1] += start[k];
    for (size_t i = 0; i < n; i++)
      other[start[key_of(in[order[i]]) >> shift & 255]++] = order[i];
    memcpy(order, other, sizeof order);
  }
  for (size_t i = 0; i < n; i++)
    out[0] += in[order[i]] * (double)i;
  out[1] = in[order[n / 2]];
}
ORACLE_MAIN(sorted, 7, 2, -1, 1)
