/* Lane-wise comparison and selection. */
#include "oracle.h"
typedef double Four __attribute__((vector_size(32)));
typedef long Mask __attribute__((vector_size(32)));
PRIMAL(choose) {
  Four a = {in[0], in[1], in[2], in[3]}, b = {in[4], in[5], in[6], in[7]};
  Mask less = a < b;
  Four c = less ? a * b : b * b;
  for (int i = 0; i < 4; i++)
    out[i] = c[i];
}
ORACLE_MAIN(choose, 8, 4, 0.5, 2)
