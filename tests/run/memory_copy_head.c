/* Copies of variable length that begin with a head of integers: matrices and lists whose size
 * stands in front of their elements, copied as far as they are used. */
#include "oracle.h"

typedef struct {
  int rows, columns;
  double elements[];
} Matrix;

typedef struct {
  long count;
  double values[9];
} Series;

typedef struct {
  long count;
  double *values[6];
} Pointers;

__attribute__((noinline)) static Matrix *duplicate(const Matrix *from) {
  size_t bytes = sizeof *from + (size_t)(from->rows * from->columns) * sizeof(double);
  Matrix *to = (Matrix *)malloc(bytes);
  memcpy(to, from, bytes);
  return to;
}

__attribute__((noinline)) static void copy_series(Series *to, const Series *from) {
  memcpy(to, from, sizeof from->count + (size_t)from->count * sizeof(double));
}

__attribute__((noinline)) static void copy_pointers(Pointers *to, const Pointers *from) {
  memmove(to, from, sizeof from->count + (size_t)from->count * sizeof(double *));
}

PRIMAL(copy) {
  Matrix *a = (Matrix *)malloc(sizeof *a + 6 * sizeof(double));
  a->rows = 2;
  a->columns = 3;
  for (int i = 0; i < 6; i++)
    a->elements[i] = in[i % 3] * i;
  Matrix *b = duplicate(a);
  b->elements[2] *= in[0];
  for (int i = 0; i < b->rows * b->columns; i++)
    out[0] += b->elements[i] * a->elements[5 - i];
  free(a);
  free(b);
  Series c = {5, {0}}, d;
  for (int i = 0; i < 5; i++)
    c.values[i] = in[1] * i + in[2];
  copy_series(&d, &c);
  for (int i = 0; i < d.count; i++)
    out[1] += d.values[i] * d.values[i] * (i + 1);
  Pointers e = {3, {&in[2], &in[0], &in[1]}}, f;
  copy_pointers(&f, &e);
  for (int i = 0; i < f.count; i++)
    out[1] += *f.values[i] * *f.values[i] * (i + 1);
}
ORACLE_MAIN(copy, 3, 2, 0.5, 1.5)
