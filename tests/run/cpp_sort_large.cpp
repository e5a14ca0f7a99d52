/* std::sort beyond its insertion sort limit, with a comparison of one's own. */
#include "oracle.h"
#include <algorithm>
PRIMAL(sorted) {
  std::sort(in, in + n, [](double a, double b) { return a > b; });
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += in[i] * in[i] * i;
  out[0] = sum;
}
ORACLE_MAIN(sorted, 40, 1, 0.5, 1.5)
