/* qsort, qsort_r and bsearch: of numbers, of structures, of indices and of pointers. */
// flags: -D_GNU_SOURCE
#include "oracle.h"
static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static int by_id(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_pointee(const void *a, const void *b) {
  return by_value(*(double *const *)a, *(double *const *)b);
}
typedef struct {
  int id;
  double value;
  char tag;
} Item;
static int by_member(const void *a, const void *b) {
  double x = ((const Item *)a)->value, y = ((const Item *)b)->value;
  return x < y ? 1 : x > y ? -1 : 0;
}
static int by_key(const void *a, const void *b, void *keys) {
  return by_value((double *)keys + *(const int *)a, (double *)keys + *(const int *)b);
}
static const double *shared_keys;
static int by_shared_key(const void *a, const void *b) {
  return by_value(shared_keys + *(const int *)a, shared_keys + *(const int *)b);
}
PRIMAL(sorting) {
  double *squares = malloc(n * sizeof *squares), *pointers[8];
  Item items[8];
  int by_context[8], by_global[8];
  for (size_t i = 0; i < n; i++) {
    squares[i] = in[i] * in[i];
    items[i] = (Item){(int)(n - i), in[i] * 2, 'a'};
    by_context[i] = by_global[i] = (int)i;
    pointers[i] = in + i;
  }
  shared_keys = in;
  qsort(squares, n, sizeof *squares, by_value);
  qsort(items, n, sizeof *items, by_member);
  qsort(pointers, n, sizeof *pointers, by_pointee);
  qsort_r(by_context, n, sizeof *by_context, by_key, in);
  qsort(by_global, n, sizeof *by_global, by_shared_key);
  int wanted = 5, ids[3] = {1, 2, 5};
  int *hit = bsearch(&wanted, ids, 3, sizeof *ids, by_id);
  for (size_t i = 0; i < n; i++) {
    double place = (double)(i + 1);
    out[0] += squares[i] * place + squares[i] * squares[0];
    out[1] += items[i].value * items[i].value * place * items[i].id + *pointers[i] * *pointers[0];
    out[2] += in[by_context[i]] * place * place + sin(in[by_global[i]]) * place;
  }
  out[2] += in[hit - ids];
  free(squares);
}
PRIMAL(median) {
  qsort(in, n, sizeof *in, by_value);
  out[0] = n % 2 ? in[n / 2] * in[n / 2] : 0.5 * (in[n / 2] + in[n / 2 - 1] * in[0]);
}
ORACLE(sorting, 6, 3, 0.5, 3.0)
ORACLE(median, 8, 1, 0.5, 3.0)
int main(void) {
  sorting_oracle();
  median_oracle();
  return oracle_exit();
}
