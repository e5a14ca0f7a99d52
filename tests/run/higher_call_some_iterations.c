// large: takes long to compile
/* Derivatives of derivatives whose tape has a record for each call that some iterations make. */
#include "higher.h"

static double minor_of(int n, const double *matrix, int row, unsigned used) {
  if (row == n)
    return 1;
  double sum = 0, sign = 1;
  for (int column = 0; column < n; column++) {
    if (used >> column & 1)
      continue;
    sum += sign * sin(matrix[row * n + column]) * minor_of(n, matrix, row + 1, used | 1u << column);
    sign = -sign;
  }
  return sum;
}

int higher_size = 3;

PRIMAL(minors) {
  out[0] += minor_of(higher_size, in, 0, 0);
  (void)n, (void)m;
}
HIGHER(minors, 9, 1, 0.2, 0.9)

int main(void) {
  minors_higher();
  return oracle_exit();
}
