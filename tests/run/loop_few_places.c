/* Loops downwards whose writes come round to a few places: the last to write counts, so that no
 * loop may be turned round. */
// flags: -ffast-math
#include "oracle.h"
static void write_round(double *restrict a, double *restrict b, double *restrict c, int columns,
                        const int *table) {
  for (int i = columns - 1; i >= 0; i--)
    b[i % 3 + 2] =
        0.4 * a[columns + i + 2] + 0.3 * c[table[i]] * sin(0.1 * (double)(i % 7) + 0.0575);
}
static void write_half(double *restrict a, double *restrict b, int columns) {
  for (int i = columns - 1; i >= 0; i--)
    b[i / 2] = a[i] * a[i];
}
static void write_table(double *restrict a, double *restrict b, int columns, const int *table) {
  for (int i = columns - 1; i >= 0; i--)
    b[table[i] % 5] = a[i] * a[i + 1];
}
PRIMAL(few) {
  double memory[600];
  int table[36];
  int columns = 36 + (in[1] > 100);
  for (int i = 0; i < 36; i++)
    table[i] = i * 3 % 180;
  for (int i = 0; i < 600; i++)
    memory[i] = 0.5 * in[(size_t)i % n] + 0.0017 * i;
  write_round(memory, memory + 200, memory + 400, columns, table);
  write_half(memory, memory + 300, columns);
  write_table(memory, memory + 350, columns, table);
  for (int i = 0; i < 600; i++)
    out[(size_t)i % m] += 0.2 * memory[i] * (1 + i % 5);
}
ORACLE_MAIN(few, 8, 5, 0.2, 1.4)
