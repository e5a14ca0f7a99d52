/* A nest over parts of one variable, whose inner loop runs nine or ten times: unrolled, by two at a
 * time, its last pair is executed in one case only, and lies where the rest goes in the other. */
#include "oracle.h"

static void kernel(double *restrict a, double *restrict b, double *restrict c, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < rows; j++)
      c[j] -= 0.1 * sin(b[2 * i] * a[j * columns + 2] + a[i % 3]);
}

PRIMAL(rows) {
  double memory[951];
  int rows = 9 + (in[0] > 100), columns = 33 + (in[1] > 100);
  for (int i = 0; i < 951; i++)
    memory[i] = in[i % n] * in[i * 5 % n] * (0.4 - 0.0007 * i);
  kernel(memory + 4, memory + 321, memory + 638, rows, columns);
  for (int i = 0; i < 951; i++)
    out[i % m] += 0.2 * memory[i] * (1 + i % 5);
}
ORACLE_MAIN(rows, 11, 5, 0.2, 1.4)
