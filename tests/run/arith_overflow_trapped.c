// flags: -ftrapv
/* Integer arithmetic that is checked for overflow moves addresses and exponents as any other does, and counts
 * iterations. */
#include "oracle.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node {
  double value;
  struct Node *next;
} Node;
PRIMAL(moved) {
  Node *first = malloc(n * sizeof *first), *second = malloc(n * sizeof *second);
  for (int i = 0; i < (int)n; i++)
    first[i] = (Node){in[i] * in[i], i ? &first[i - 1] : NULL};
  memcpy(second, first, n * sizeof *first);
  intptr_t by = (intptr_t)second - (intptr_t)first;
  for (int i = 0; i < (int)n; i++)
    if (second[i].next)
      second[i].next = (Node *)((intptr_t)second[i].next + by);
  for (int i = 0; i < (int)n; i++)
    first[i].value = 0;
  double product = 1;
  for (Node *node = &second[n - 1]; node; node = node->next) {
    out[0] += product * node->value;
    product *= node->value;
  }
  free(first);
  free(second);
}

static double scaled(double x, int64_t power) {
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits += power * ((int64_t)1 << 52);
  memcpy(&x, &bits, sizeof x);
  return x;
}
PRIMAL(exponents) {
  for (int i = 0; i < (int)n; i++)
    out[0] += scaled(in[i], i - 2) * in[0];
}

PRIMAL(indices) {
  int rows = 3, columns = (int)n / rows;
  for (int i = 0; i < rows; i++)
    for (int j = columns - 1; j >= 0; j -= 2)
      out[i % (int)m] += in[i * columns + j] * in[(i + 1) % rows * columns + (columns - 1 - j)];
}

ORACLE(moved, 6, 1, .3, 1.2)
ORACLE(exponents, 5, 1, .5, 1.5)
ORACLE(indices, 12, 2, .5, 1.5)
int main(void) {
  moved_oracle();
  exponents_oracle();
  indices_oracle();
  return oracle_exit();
}
