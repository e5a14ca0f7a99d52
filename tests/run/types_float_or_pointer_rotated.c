/* Tagged unions of a float and a pointer that change places in an array: LLVM makes one move of
 * the loop, within the array, where a float comes to lie where there was a pointer. */
#include "oracle.h"
typedef struct {
  union {
    float number;
    double *pointer;
  } as;
  int tag;
} Tagged;

__attribute__((noinline)) static Tagged make(int i, double x, double *cells) {
  Tagged t = {.tag = i % 2};
  if (t.tag) {
    cells[i] = 0.5 * x;
    t.as.pointer = &cells[i];
  } else
    t.as.number = (float)x;
  return t;
}
__attribute__((noinline)) static double value(Tagged t) {
  return t.tag ? *t.as.pointer * 0.5 : t.as.number * 2;
}
PRIMAL(rotated) {
  (void)m;
  double cells[6];
  Tagged all[6];
  for (int i = 0; i < 6; i++)
    all[i] = make(i, in[(size_t)i % n] * (i + 1), cells);
  Tagged first = all[0];
  for (int i = 0; i < 5; i++)
    all[i] = all[i + 1];
  all[5] = first;
  for (int i = 0; i < 6; i++)
    out[0] += value(all[i]) * (i + 1);
}
ORACLE(rotated, 3, 1, 0.5, 1.5)

int main(void) {
  oracle_precision = 1.2e-7;
  rotated_oracle();
  return oracle_exit();
}
