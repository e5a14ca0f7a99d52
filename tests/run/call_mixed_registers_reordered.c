/* Functions that hand on small structures of a number and an integer, both in one register, in
 * another order: LLVM makes funnel shifts of these. Also a structure of three that takes its last
 * member out of a pair of floats. */
#include "oracle.h"
extern double __enzyme_autodiff_sum(void *, ...), __enzyme_fwddiff_sum(void *, ...);
typedef struct {
  float number;
  int count;
} NumberFirst;
typedef struct {
  int count;
  float number;
} CountFirst;
typedef struct {
  float a, b;
} Pair;
typedef struct {
  double product;
  int count;
  float last;
} Three;

__attribute__((noinline)) static CountFirst turned(NumberFirst x) {
  return (CountFirst){x.count, x.number};
}
__attribute__((noinline)) static double times(CountFirst x) { return x.count * (double)x.number; }
__attribute__((noinline)) static Three joined(Pair p, NumberFirst x) {
  return (Three){(double)p.a * x.number, x.count, p.b};
}
static uint64_t exchanged(uint64_t word) { return word << 32 | word >> 32; }

static double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    NumberFirst number = {(float)x[i], i + 1};
    sum += times(turned(number));
    Three three = joined((Pair){(float)x[i], (float)(3 * x[i])}, number);
    sum += three.product * three.count + 10 * three.last;
    Pair pair = {(float)x[i], (float)(x[i] * x[i])};
    uint64_t word;
    memcpy(&word, &pair, sizeof word);
    word = exchanged(word);
    memcpy(&pair, &word, sizeof word);
    sum += pair.a + 100 * pair.b;
  }
  return sum;
}

int main(void) {
  double x[3] = {1, 1.5, 0.25}, dx[3] = {0};
  __enzyme_autodiff_sum((void *)f, adcc_dup, x, dx, adcc_const, 3);
  for (int i = 0; i < 3; i++) {
    double expected = i + 1 + 2 * x[i] * (i + 1) + 30 + 2 * x[i] + 100, t[3] = {0};
    CLOSE(dx[i], expected);
    t[i] = 1;
    CLOSE(__enzyme_fwddiff_sum((void *)f, adcc_dup, x, t, adcc_const, 3), expected);
  }
  return oracle_exit();
}
