/* Comparisons and selects of active values. */
#include "oracle.h"
PRIMAL(choose) {
  double x = in[0], y = in[1], z = in[2];
  double larger = x > y ? x * x : y * y;
  double smaller = x <= y ? x : y;
  double clipped = z < 0.75 ? 0.75 : z > 1.5 ? 1.5 : z;
  out[0] = larger * smaller;
  out[1] = clipped * x + (x != y ? z : x);
}
ORACLE_MAIN(choose, 3, 2, 0.5, 2)
