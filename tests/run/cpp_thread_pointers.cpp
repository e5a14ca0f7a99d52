/* Pointers of a thread to an argument: C++ reaches one that is not static through a function. */
#include "oracle.h"
thread_local const double *data;
static thread_local const double *own;
static thread_local size_t count;
__attribute__((noinline)) static double at(size_t i) {
  return data[i % count] * own[(i + 1) % count];
}
PRIMAL(pointed) {
  data = in;
  own = in;
  count = n;
  for (size_t j = 0; j < m; j++)
    out[j] = at(j) * at(j + 1) * (j + 1);
}
ORACLE_MAIN(pointed, 6, 3, 0.2, 0.9)
