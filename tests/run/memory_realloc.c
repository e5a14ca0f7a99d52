/* A buffer that grows by realloc while a loop fills it. */
#include "oracle.h"
PRIMAL(grow) {
  size_t capacity = 1, count = 0;
  double *buffer = (double *)malloc(sizeof *buffer);
  for (size_t i = 0; i < n; i++) {
    if (count == capacity) {
      capacity *= 2;
      buffer = (double *)realloc(buffer, capacity * sizeof *buffer);
    }
    buffer[count++] = in[i] * (count ? buffer[count - 1 - (count > 1)] * 0 + in[0] : 1);
    buffer[count / 2] *= 1.1;
  }
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += buffer[i] * buffer[count - 1 - i];
  free(buffer);
  out[0] = sum;
}
ORACLE_MAIN(grow, 9, 1, 0.5, 1.5)
