/* Selection by integer masks: doubles carried in integer lanes. */
#include "oracle.h"
typedef double Two __attribute__((vector_size(16)));
typedef long Bits __attribute__((vector_size(16)));
PRIMAL(choose) {
  Two a = {in[0], in[1]}, b = {in[2], in[3]};
  Bits moved = (Bits)a;
  Bits swapped = __builtin_shufflevector(moved, (Bits)b, 3, 0);
  Two back = (Two)swapped;
  out[0] = back[0] * back[1];
  out[1] = back[0] * back[0];
}
ORACLE_MAIN(choose, 4, 2, 0.5, 2)
