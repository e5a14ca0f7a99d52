/* A valarray of four numbers lives in a register of four lanes, of which a slice takes two as one
 * wide integer. */
#include "oracle.h"
#include <valarray>

PRIMAL(slices) {
  std::valarray<double> a(in[0], 4), b = {1, 2, 3, in[1]};
  a *= b;
  a += std::sin(b);
  std::valarray<double> even = a[std::slice(0, 2, 2)], odd = a[std::slice(1, 2, 2)];
  out[0] += (a * b).sum() + even.max() + a[3];
  out[1] += (even * odd).sum() * odd[0];
}
ORACLE_MAIN(slices, 2, 2, 0.4, 1.4)
