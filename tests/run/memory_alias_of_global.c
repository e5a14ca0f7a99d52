/* A variable that is accessed by its second name as well. */
#include "oracle.h"
double state[4];
extern double other[4] __attribute__((alias("state")));
PRIMAL(renamed) {
  (void)m;
  for (size_t i = 0; i < 4; i++)
    state[i] = in[i % n] * in[i % n];
  for (size_t i = 0; i < 4; i++)
    other[i] *= in[0];
  for (size_t i = 0; i < 4; i++)
    out[0] += state[i] * other[(i + 1) % 4];
}
ORACLE_MAIN(renamed, 3, 1, 0.5, 1.5)
