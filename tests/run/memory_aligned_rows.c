/* A table of aligned rows, in aligned memory itself. */
#include "oracle.h"
#include <stdint.h>
#include <string.h>
static void *aligned_new(size_t bytes) {
  void *original = malloc(bytes + 32);
  if (!original)
    return NULL;
  void *aligned = (void *)(((uintptr_t)original & ~(uintptr_t)31) + 32);
  *((void **)aligned - 1) = original;
  return aligned;
}
static void aligned_delete(void *p) {
  if (p)
    free(*((void **)p - 1));
}
typedef struct {
  size_t rows, columns;
  double **row;
} Table;
static Table *table_new(size_t rows, size_t columns) {
  Table *t = aligned_new(sizeof *t);
  t->rows = rows;
  t->columns = columns;
  t->row = aligned_new(rows * sizeof *t->row);
  for (size_t i = 0; i < rows; i++)
    t->row[i] = aligned_new(columns * sizeof(double));
  return t;
}
static Table *table_copy(const Table *from) {
  Table *t = table_new(from->rows, from->columns);
  for (size_t i = 0; i < t->rows; i++)
    memcpy(t->row[i], from->row[i], t->columns * sizeof(double));
  return t;
}
static void table_delete(Table *t) {
  for (size_t i = 0; i < t->rows; i++)
    aligned_delete(t->row[i]);
  aligned_delete(t->row);
  aligned_delete(t);
}
static void reverse_rows(Table *t) {
  double **order = aligned_new(t->rows * sizeof *order);
  memcpy(order, t->row, t->rows * sizeof *order);
  for (size_t i = 0; i < t->rows; i++)
    t->row[i] = order[t->rows - 1 - i];
  aligned_delete(order);
}
PRIMAL(aligned_rows) {
  Table *t = table_new(3, n / 3);
  for (size_t i = 0; i < n; i++)
    t->row[i % 3][i / 3] = in[i] * in[(i + 1) % n];
  Table *u = table_copy(t);
  reverse_rows(t);
  double s = 0;
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < n / 3; j++)
      s += t->row[i][j] * u->row[i][j];
  out[0] = s;
  out[1] = u->row[1][1] * t->row[0][2];
  table_delete(u);
  table_delete(t);
}
ORACLE_MAIN(aligned_rows, 9, 2, 0.3, 1.4)
