// What calls a function of three numbers, if there is a table and it has one, where the program has
// no such function.
#include "oracle.h"

typedef struct {
  int count;
  double (*one)(double);
  double (*three)(double, double, double);
} Table;

static double cube(double x) { return x * x * x; }

__attribute__((noinline)) static double apply(const Table *table, const double *x) {
  double (*three)(double, double, double) = table ? table->three : 0;
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    if (table && table->count == 1)
      sum += table->one(x[i]);
    else if (three)
      sum += three(x[i], x[i + 1], sum);
    else
      sum += x[i];
  }
  return sum;
}

PRIMAL(evaluate) {
  Table table = {1, cube, 0}, empty = {3, cube, 0};
  out[0] = apply(&table, in) * apply(0, in) + apply(n > 2 ? &empty : &table, in + 1);
}
ORACLE_MAIN(evaluate, 3, 1, -1, 1)
