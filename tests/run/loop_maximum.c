/* A running maximum and the index that attains it. */
#include "oracle.h"
PRIMAL(softmax) {
  double largest = -1e30, sum = 0;
  size_t where = 0;
  for (size_t i = 0; i < n; i++)
    if (in[i] > largest) {
      largest = in[i];
      where = i;
    }
  for (size_t i = 0; i < n; i++)
    sum += exp(in[i] - largest);
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i] - largest) / sum;
  out[n] = in[where] * largest;
}
ORACLE_MAIN(softmax, 7, 8, -1, 2)
