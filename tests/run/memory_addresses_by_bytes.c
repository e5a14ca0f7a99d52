/* Addresses that loops move byte by byte: copies of blocks forwards and from the end, items of any
 * size that a sorting function exchanges, also where loops over so many bytes have been unrolled. */
#include "oracle.h"

enum { ROWS = 5, COLUMNS = 3 };
typedef struct {
  int key;
  double *row;
  double weight;
} Entry;

static void copy_forwards(void *to, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    ((char *)to)[i] = ((const char *)from)[i];
}
static void copy_backwards(void *to, const void *from, size_t bytes) {
  while (bytes--)
    ((char *)to)[bytes] = ((const char *)from)[bytes];
}
static __attribute__((noinline)) void exchange(void *a, void *b, size_t bytes) {
  char *x = a, *y = b;
  do {
    char byte = *x;
    *x++ = *y;
    *y++ = byte;
  } while (--bytes > 0);
}
static __attribute__((noinline)) void sort(void *base, size_t count, size_t size,
                                           int compare(const void *, const void *)) {
  char *items = base;
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && compare(items + (j - 1) * size, items + j * size) > 0; j--)
      exchange(items + j * size, items + (j - 1) * size, size);
}
static int by_key(const void *a, const void *b) {
  return ((const Entry *)a)->key - ((const Entry *)b)->key;
}
static int by_row(const void *a, const void *b) {
  double x = **(double *const *)a, y = **(double *const *)b;
  return (x > y) - (x < y);
}

static double **make(const double *in, int n, double scale, double **made) {
  double **table = malloc(ROWS * sizeof *table);
  for (int i = 0; i < ROWS; i++) {
    made[i] = table[i] = malloc(COLUMNS * sizeof **table);
    for (int j = 0; j < COLUMNS; j++)
      table[i][j] = scale * in[(i + 2 * j) % n] + in[j] * in[i];
  }
  return table;
}
static double weigh(double **table) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      sum += (1 + i + 2 * j) * table[i][j] * table[i][j];
  return sum;
}

static void release(double **table, double **made) {
  for (int i = 0; i < ROWS; i++)
    free(made[i]);
  free(table);
}

PRIMAL(copied) {
  (void)m;
  double *made[2][ROWS], **a = make(in, n, 1, made[0]), **b = make(in, n, -0.5, made[1]);
  out[0] = weigh(a);
  copy_forwards(a, b, 2 * sizeof *a);
  out[1] = weigh(a);
  copy_backwards(a + 2, b + 1, sizeof *a);
  copy_backwards(a, b + 2, 2 * sizeof *a);
  out[2] = weigh(a);
  release(a, made[0]);
  release(b, made[1]);
}
ORACLE(copied, 6, 3, 0.5, 1.5)

PRIMAL(turned) {
  (void)m;
  double *made[ROWS], **a = make(in, n, 1, made);
  for (int i = 0; i < ROWS / 2; i++)
    exchange(a + i, a + ROWS - 1 - i, sizeof *a);
  a[0][1] *= in[1];
  out[0] = weigh(a);
  release(a, made);
}
ORACLE(turned, 6, 1, 0.5, 1.5)

PRIMAL(sorted) {
  (void)m;
  Entry entries[ROWS];
  double *made[ROWS], **a = make(in, n, 1, made);
  for (int i = 0; i < ROWS; i++)
    entries[i] = (Entry){(i * 7 + 2) % 5, a[i], in[i]};
  sort(entries, ROWS, sizeof *entries, by_key);
  for (int i = 0; i < ROWS; i++) {
    a[i] = entries[i].row;
    out[0] += entries[i].weight * entries[i].row[i % COLUMNS];
  }
  sort(a, ROWS, sizeof *a, by_row);
  out[1] = weigh(a);
  release(a, made);
}
ORACLE(sorted, 6, 2, 0.5, 1.5)

int main(void) {
  copied_oracle();
  turned_oracle();
  sorted_oracle();
  return oracle_exit();
}
