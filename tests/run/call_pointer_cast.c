/* Callbacks that are called as functions of another type, as C programs cast them: one that returns
 * an int where the caller wants nothing, or a character, of it. */
#include "oracle.h"

typedef void (*Visit)(double *item, void *context);
typedef unsigned char (*Equal)(const double *a, const double *b);

typedef struct {
  double sum;
  int visits;
} Total;

static int add_square(double *item, Total *total) {
  total->sum += item[0] * item[0];
  return ++total->visits;
}
static void add_sine(double *item, Total *total) { total->sum += sin(item[0]) * item[0]; }
static Total *scale(double *item, Total *total) {
  item[0] *= total->sum;
  return total;
}
static int equal_whole(const double *a, const double *b) { return (int)*a == (int)*b; }
static unsigned char less(const double *a, const double *b) { return *a < *b; }

static Visit visits[] = {(Visit)add_square, (Visit)add_sine, (Visit)scale, (Visit)add_square};
static Equal compares[] = {(Equal)equal_whole, less};

PRIMAL(visit_all) {
  double items[6];
  Total total = {0.25, 0};
  for (size_t i = 0; i < m; i++) {
    for (size_t k = 0; k < n; k++)
      items[k] = in[k] * (double)(i + 1);
    for (size_t k = 0; k < n; k++)
      visits[(i + k) % 4](&items[k], &total);
    if (compares[i % 2](&items[0], &items[n - 1]))
      total.sum *= items[1];
    out[i] += total.sum + items[n / 2];
  }
}

ORACLE_MAIN(visit_all, 6, 4, 0.2, 1.4)
