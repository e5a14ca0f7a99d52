/* Unions of a pointer and a number by value, in the register of a pointer: made, fetched from memory
 * and looked at by functions that are not inlined. */
#include "oracle.h"

typedef union {
  double *pointer;
  double number;
} Either;
typedef struct {
  Either as;
  int is_number;
} Tagged;

__attribute__((noinline)) static Tagged made(int is_number, double x, double *cell) {
  Tagged t;
  t.is_number = is_number;
  if (is_number)
    t.as.number = x;
  else {
    t.as.pointer = cell;
    *cell = x;
  }
  return t;
}
__attribute__((noinline)) static Tagged fetched(const Tagged *all, size_t i) { return all[i]; }
__attribute__((noinline)) static double value(Tagged t) {
  return t.is_number ? t.as.number * t.as.number : *t.as.pointer;
}
__attribute__((noinline)) static Either taken(const Either *all, size_t i) { return all[i]; }
__attribute__((noinline)) static double either(Either e, int is_number) {
  return is_number ? e.number * e.number : *e.pointer;
}

PRIMAL(unions) {
  double cells[6], others[6];
  Tagged all[6];
  Either bare[6];
  for (size_t i = 0; i < n; i++) {
    all[i] = made((int)i % 2, in[i] * in[0], &cells[i]);
    others[i] = in[i] * in[i];
    if (i % 2)
      bare[i].number = in[i] * in[0];
    else
      bare[i].pointer = &others[i];
  }
  for (size_t i = 0; i < n; i++) {
    out[0] += value(fetched(all, i)) * (double)(i + 1);
    out[1] += either(taken(bare, i), (int)i % 2) * (double)(i + 2);
  }
}
ORACLE_MAIN(unions, 6, 2, .5, 2)
