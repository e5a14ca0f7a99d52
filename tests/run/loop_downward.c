/* Counting down, with steps, by unsigned and narrow counters. */
#include "oracle.h"
PRIMAL(down) {
  double x = 1;
  for (int i = (int)n - 1; i >= 0; i--)
    x = x * in[i] + 1;
  for (unsigned i = (unsigned)n; i-- > 0;)
    x += in[i] / (i + 1);
  for (signed char c = 0; c < 9; c += 3)
    x = sin(x) + in[c % 4];
  for (size_t i = 0; i < n; i += 2)
    x *= in[i];
  out[0] = x;
}
ORACLE_MAIN(down, 4, 1, 0.5, 1.5)
