/* A place of an array that holds a double at one time, and two floats or a pointer at another, once another function
 * has cleared it: LLVM fills the array in a loop, and takes a second one over it apart, which knows less of what its
 * items may be. */
#include "oracle.h"
extern double __enzyme_autodiff_sum(void *, ...), __enzyme_fwddiff_sum(void *, ...);
typedef struct {
  union {
    struct {
      float a, b;
    } floats;
    double *pointer;
    double number;
  } as;
  long tag;
} Tagged;

__attribute__((noinline)) static double value(const Tagged *t) {
  return t->tag == 0   ? t->as.floats.a * (double)t->as.floats.b
         : t->tag == 1 ? *t->as.pointer
                       : t->as.number;
}
__attribute__((noinline)) static void clear(Tagged *t) {
  t->tag = 7;
  t->as.pointer = 0;
}
static Tagged tagged(long tag, double x, double *cell) {
  Tagged t;
  clear(&t);
  t.tag = tag;
  switch (tag) {
  case 0: t.as.floats.a = (float)x, t.as.floats.b = 1.5f; break;
  case 1: t.as.pointer = cell, *cell = x; break;
  default: t.as.number = x;
  }
  return t;
}

static double sum(const double *x) {
  double cells[6], result = 0;
  Tagged all[6];
  for (int i = 0; i < 6; i++)
    all[i] = tagged((i * 2 + 1) % 3, x[i] * x[i], &cells[i]);
  for (int i = 0; i < 6; i++) {
    double again = value(&all[i]);
    all[i] = tagged(i % 3, 2 * again + 0.125, &cells[i]);
  }
  for (int i = 0; i < 6; i++)
    result += value(&all[i]) * (i + 1);
  return result;
}

int main(void) {
  double x[6] = {1, 1.5, 0.5, 2, 0.75, 1.25}, dx[6] = {0};
  __enzyme_autodiff_sum((void *)sum, adcc_dup, x, dx);
  for (int i = 0; i < 6; i++) {
    double factor = ((i * 2 + 1) % 3 == 0 ? 1.5 : 1) * (i % 3 == 0 ? 1.5 : 1), t[6] = {0};
    CLOSE_TO(dx[i], 4 * x[i] * factor * (i + 1), 1e-6);
    t[i] = 1;
    CLOSE_TO(__enzyme_fwddiff_sum((void *)sum, adcc_dup, x, t), dx[i], 1e-6);
  }
  return oracle_exit();
}
