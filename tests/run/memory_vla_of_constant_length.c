/* Stack arrays that C says are of variable length and whose length is a constant; one of them in a
 * list that alloca makes in a loop, where each element lives on. */
#include <alloca.h>

#include "oracle.h"
struct element {
  double value[2];
  struct element *next;
};
static double norm(const double *x) {
  const int length = 4;
  double square[length];
  for (int i = 0; i < length; i++)
    square[i] = x[i] * x[i];
  if (square[0] > 0.5) {
    double again[length];
    for (int i = 0; i < length; i++)
      again[i] = square[length - 1 - i] * x[0];
    return again[3] + again[0] * square[1];
  }
  return square[2];
}
static double of_list(const double *x, int n) {
  const int one = 1;
  struct element *list = NULL;
  for (int i = 0; i < n; i++) {
    struct element *element = alloca(one * sizeof *element);
    element->value[0] = x[i] * x[0];
    element->value[1] = norm(x);
    element->next = list;
    list = element;
  }
  double sum = 0;
  for (; list; list = list->next)
    sum += list->value[0] * list->value[1];
  return sum;
}
PRIMAL(vla_of_constant_length) {
  const int tile = 4;
  double sum = 0;
  for (size_t from = 0; from + tile <= n; from += tile) {
    double part[tile];
    for (int i = 0; i < tile; i++)
      part[i] = in[from] + i;
    for (size_t k = 0; k < n; k++) {
      double shifted[tile];
      if (k % 3 == 1)
        continue;
      for (int i = 0; i < tile; i++)
        shifted[i] = part[(i + 1) % tile] * in[k];
      for (int i = 0; i < tile; i++)
        part[i] += 0.1 * shifted[i] * in[from + i];
    }
    sum += part[0] * part[3] + norm(in + from);
  }
  out[0] = sum;
  out[1] = of_list(in, 4);
}
ORACLE_MAIN(vla_of_constant_length, 12, 2, 0.5, 1.2)
