/* A recursive function returns a pointer beside a number that shares a register with an integer. */
#define REAL float
#include "oracle.h"
typedef struct {
  const float *at;
  int steps;
  float sum;
} Walk;
static Walk walk(const float *x, float scale, int n) {
  if (n == 0)
    return (Walk){x, 0, scale};
  Walk next = walk(x + 1, scale * x[0], n - 1);
  if (n % 2)
    return (Walk){next.at - 1, next.steps + 1, next.sum * *x + scale};
  return (Walk){next.at, next.steps + 1, next.sum * *x};
}
PRIMAL(walks) {
  Walk end = walk(in, in[n - 1], (int)n - 1);
  out[0] = end.sum * *end.at + end.steps;
}
ORACLE_MAIN(walks, 5, 1, 0.5, 1.5)
