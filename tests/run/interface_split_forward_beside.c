/* fwdsplit of a function that has a reverse derivative, too: what the plan of that one works out
 * about places in memory is no part of the run that augmentfwd records. */
#include "modes.h"

static void kernel(double *a, double *b, double *c, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = rows - 1; j >= 0; j--)
      if (c[j * columns + 1] < a[i + 1])
        b[i - 1] = a[(i + j) % rows] > c[(i + j) % rows + 2] ? sin(a[(i + j) % rows])
                                                             : 0.5 * cos(b[j * columns + 2]);
}

PRIMAL(nest) {
  double memory[114];
  int rows = 3 + (in[0] > 100), columns = 6 + (in[1] > 100);
  for (int i = 0; i < 114; i++)
    memory[i] = sin(in[i % n] + i);
  kernel(memory + 4, memory + 42, memory + 80, rows, columns);
  for (int i = 0; i < 114; i++)
    out[i % m] += 0.2 * memory[i] * (1 + i % 5);
}
ORACLE_REPLAY(nest, 9, 3, 0.2, 1.4)

int main(void) {
  nest_oracle();
  return oracle_exit();
}
