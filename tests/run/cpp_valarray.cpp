/* std::valarray: expression templates and slices. */
#include "oracle.h"
#include <valarray>
PRIMAL(arrays) {
  std::valarray<double> a(in, n), b = a * a + 2.0 * sin(a);
  b[std::slice(0, 2, 2)] = a[0];
  out[0] = b.sum();
  out[1] = (a / b).max() * a[1];
}
ORACLE_MAIN(arrays, 4, 2, 0.5, 1.5)
