/* Atomic variables of the function's own: sums, products by comparison and exchange, counters. */
#include "oracle.h"
#include <stdatomic.h>
typedef struct {
  _Atomic double sum;
  atomic_int count;
} Total;
static void add(Total *t, double x) {
  t->sum += x;
  atomic_fetch_add(&t->count, 1);
}
PRIMAL(totals) {
  Total t = {0, 0};
  _Atomic double product = 1;
  _Atomic float small = 1;
  for (size_t i = 0; i < n; i++) {
    add(&t, in[i] * in[i]);
    product *= in[i];
    small *= (float)2;
    double seen = atomic_load(&product);
    while (!atomic_compare_exchange_weak(&product, &seen, seen + in[0]))
      ;
  }
  out[0] = atomic_load(&t.sum) * atomic_load(&t.count);
  out[1] = atomic_exchange(&product, 0.0) * small;
}
ORACLE_MAIN(totals, 3, 2, .4, 1.6)
