/* Nests in single precision, of which the reverse runs in another order: adjoints of neighbours are
 * added up place by place, those of a column row by row. */
#define REAL float
#include "oracle.h"

/* A bar that cools down, between two arrays. */
__attribute__((noinline)) static void cool(int steps, int count, float *now, float *next) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < count - 1; i++)
      next[i] = 0.5f * now[i] + 0.24f * (now[i - 1] + now[i + 1]);
    for (int i = 1; i < count - 1; i++)
      now[i] = 0.5f * next[i] + 0.24f * (next[i - 1] + next[i + 1]);
  }
}

/* The means of the columns of a table, with weights. */
__attribute__((noinline)) static void means(int rows, int columns, float *mean, const float *table,
                                            const float *weight) {
  for (int j = 0; j < columns; j++) {
    float sum = 0;
    for (int i = 0; i < rows; i++)
      sum += weight[i] * table[i * columns + j];
    mean[j] = sum / (float)rows;
  }
}

PRIMAL(single) {
  enum { SIZE = 1400 };
  float *work = calloc(SIZE, sizeof *work);
  for (int i = 0; i < SIZE; i++)
    work[i] = in[i % n] * (0.4f + 0.0004f * (float)i);
  cool(2, 270, work, work + 300);
  cool(1, 20, work + 600, work + 601); /* overlap */
  means(4, 65, work + 700, work + 50, work + 800);
  means(3, 21, work + 700, work + 705, work + 801); /* overlap */
  for (size_t j = 0; j < m; j++)
    for (size_t i = j; i < SIZE; i += m)
      out[j] += 0.01f * work[i];
  free(work);
}
ORACLE_MAIN(single, 5, 4, 0.2, 0.8)
