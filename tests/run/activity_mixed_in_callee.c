/* A recursive function gets constant memory and memory with a shadow, and uses now one and now the
 * other through one pointer: it reads, copies and reallocates either. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int kind;
  double value, weight;
} Item;

/* The sum over a table or over what is at work, and a copy of an item of either. */
static double sum(const Item *table, const Item *work, int count, int turn, Item *last) {
  if (count == 0)
    return 0;
  const Item *from = turn % 3 ? work : table;
  *last = from[count - 1];
  double part = from[count - 1].value * from[count - 1].weight * (from[count - 1].kind + 1);
  return part + sum(table, work, count - 1, turn + 1, last);
}

static double f(const Item *table, const Item *work, int count) {
  Item last = {0, 0, 0};
  double total = sum(table, work, count, 1, &last);
  return total * last.value + last.weight;
}

/* Appends to a list of either kind, which grows. */
static const double *append(const double *fixed, double *moving, int count, int which, int upto) {
  double *list = which ? moving : (double *)fixed;
  if (count == upto)
    return list;
  list = realloc(list, (size_t)(count + 1) * sizeof *list);
  list[count] = 0.5 * list[count - 1];
  return which ? append(fixed, list, count + 1, which, upto)
               : append(list, moving, count + 1, which, upto);
}

static double g(double x, int which) {
  double *fixed = malloc(sizeof *fixed), *moving = malloc(sizeof *moving);
  fixed[0] = 3;
  moving[0] = x * x;
  const double *list = append(fixed, moving, 1, which, 5);
  double result = list[4] * x + list[0];
  free((double *)list);
  free(which ? fixed : moving);
  return result;
}

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup, enzyme_out;

int main(void) {
  Item table[5], work[5], dwork[5], direction[5], plus[5], minus[5];
  memset(dwork, 0, sizeof dwork);
  memset(direction, 0, sizeof direction);
  double h = 1e-6;
  for (int i = 0; i < 5; i++) {
    table[i] = (Item){i % 2, 0.3 + i, 1.5 - 0.2 * i};
    work[i] = plus[i] = minus[i] = (Item){i % 3, 0.7 - 0.1 * i, 0.2 * i + 0.4};
    direction[i].value = i + 1;
    direction[i].weight = 0.5 * i - 1;
    plus[i].value += h * direction[i].value;
    plus[i].weight += h * direction[i].weight;
    minus[i].value -= h * direction[i].value;
    minus[i].weight -= h * direction[i].weight;
  }
  __enzyme_autodiff((void *)f, enzyme_const, table, enzyme_dup, work, dwork, enzyme_const, 5);
  double t = __enzyme_fwddiff((void *)f, enzyme_const, table, enzyme_dup, work, direction,
                              enzyme_const, 5);
  double along = 0;
  for (int i = 0; i < 5; i++)
    along += dwork[i].value * direction[i].value + dwork[i].weight * direction[i].weight;
  CLOSE(t, along);
  CLOSE_TO(t, (f(table, plus, 5) - f(table, minus, 5)) / (2 * h), 1e-6);

  double x = 1.3;
  CLOSE(__enzyme_autodiff((void *)g, enzyme_out, x, enzyme_const, 1), 3 * x * x / 16 + 2 * x);
  CLOSE(__enzyme_fwddiff((void *)g, enzyme_dup, x, 1.0, enzyme_const, 1), 3 * x * x / 16 + 2 * x);
  CLOSE(__enzyme_autodiff((void *)g, enzyme_out, x, enzyme_const, 0), 3.0 / 16);
  CLOSE(__enzyme_fwddiff((void *)g, enzyme_dup, x, 1.0, enzyme_const, 0), 3.0 / 16);
  return oracle_exit();
}
