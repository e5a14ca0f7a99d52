/* Tagged unions of a double, a float, a structure and a pointer on the heap, made by a function and
 * passed by value: LLVM loads the place once, as a double, and makes the pointer of its bits. */
#include "oracle.h"
extern double __enzyme_autodiff_sum(void *, ...), __enzyme_fwddiff_sum(void *, ...);
typedef struct {
  union {
    double number;
    float single;
    struct {
      double factor;
      int count;
    } multiple;
    double *pointer;
  } as;
  char tag;
} Tagged;

static double value(Tagged t) {
  switch (t.tag) {
  case 0: return t.as.number;
  case 1: return t.as.single;
  case 2: return t.as.multiple.factor * t.as.multiple.count;
  default: return *t.as.pointer;
  }
}
__attribute__((noinline)) static Tagged tagged(int tag, double x, double *cell) {
  Tagged t;
  memset(&t, 0, sizeof t);
  t.tag = (char)tag;
  switch (tag) {
  case 0: t.as.number = x; break;
  case 1: t.as.single = (float)x; break;
  case 2: t.as.multiple.factor = x, t.as.multiple.count = 3; break;
  default: t.as.pointer = cell, *cell = x;
  }
  return t;
}

static double sum(const double *x) {
  double cells[6], result = 0;
  Tagged *all = malloc(6 * sizeof *all);
  for (int i = 0; i < 6; i++)
    all[i] = tagged((i + 1) % 4, x[i] * x[i], &cells[i]);
  for (int i = 0; i < 6; i++)
    result += value(all[i]) * (i + 1);
  free(all);
  return result;
}

int main(void) {
  double x[6] = {1, 1.5, 0.5, 2, 0.75, 1.25}, dx[6] = {0};
  __enzyme_autodiff_sum((void *)sum, adcc_dup, x, dx);
  for (int i = 0; i < 6; i++) {
    double t[6] = {i == 0, i == 1, i == 2, i == 3, i == 4, i == 5};
    CLOSE_TO(dx[i], 2 * x[i] * (i + 1) * ((i + 1) % 4 == 2 ? 3 : 1), 1e-6);
    CLOSE_TO(__enzyme_fwddiff_sum((void *)sum, adcc_dup, x, t), dx[i], 1e-6);
  }
  return oracle_exit();
}
