/* Loops that are left in their middle and whose end is 0 where that is so: they count beyond the end
 * that their last branch names, so that the low bits of the index are not all of it. */
#include "oracle.h"
__attribute__((noinline)) static double sum(const double *x, const unsigned char *ends, int row,
                                            unsigned last) {
  double total = 0;
  unsigned end = ends[row], k = 0;
  do {
    unsigned low = k & 255;
    total += x[low] * x[low] * (1 + (k >> 8));
    if (k == last)
      break;
    total += 0.25 * x[(low * 7) & 255];
  } while (++k != end);
  return total;
}
PRIMAL(counted) {
  double x[600];
  unsigned char ends[2] = {(unsigned char)(n - 7), 40};
  for (int i = 0; i < 600; i++)
    x[i] = in[i % n] * (1 + 0.01 * i);
  out[0] = sum(x, ends, 0, 299);
  out[1 % m] += sum(x, ends, 1, 299);
}
ORACLE_MAIN(counted, 7, 2, 0.2, 1.4)
