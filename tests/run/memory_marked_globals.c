/* Addresses of globals with a mark in their low bits, which LLVM leaves as constants in either
 * order, are moved about in an array. */
#include "oracle.h"
typedef uintptr_t Reference;
static double first[2] __attribute__((aligned(16))), second[2] __attribute__((aligned(16)));

static Reference mark(double *place, unsigned item) { return (Reference)place | (item + 1); }
static double *place_of(Reference reference) {
  return (double *)(reference & ~(Reference)7) + ((reference & 7) - 1);
}

PRIMAL(rotate) {
  Reference table[4] = {mark(first, 0), mark(second, 1), mark(first, 1), mark(second, 0)};
  for (int i = 0; i < 4; i++)
    *place_of(table[i]) = in[i] * in[(i + 1) % 4];
  for (int round = 0; round < 3; round++) {
    Reference top = table[0];
    for (int i = 0; i < 3; i++)
      table[i] = table[i + 1];
    table[3] = top;
    *place_of(table[round]) = sin(*place_of(table[round])) * *place_of(table[(round + 1) % 4]);
  }
  for (int i = 0; i < 4; i++)
    out[0] = out[0] * 0.7 + *place_of(table[i]);
}
ORACLE_MAIN(rotate, 4, 1, 0.5, 1.0)
