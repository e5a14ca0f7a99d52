/* A union's words, compared and exchanged as integers: all numbers, and some that are integers. The
 * larger and the smaller of two such words is one of them; the absolute value of one that is
 * a number below zero stops the program. */
#include "oracle.h"
#include "stops.h"
typedef union {
  double number;
  uint64_t word;
} Value;
double __enzyme_autodiff(void *, ...);

static void order(Value *one, Value *other) {
  uint64_t a = one->word, b = other->word;
  one->word = a > b ? a : b;
  other->word = a > b ? b : a;
}
PRIMAL(numbers) {
  Value values[8];
  for (size_t i = 0; i < n; i++)
    values[i].number = in[i] * in[i];
  for (size_t i = 0; i + 1 < n; i += 3)
    order(&values[i], &values[i + 1]);
  for (size_t i = 0; i < n; i++)
    out[0] += values[i].number * values[i].number * (i + 1);
}
PRIMAL(some_integers) {
  Value values[8];
  int is_integer[8];
  for (size_t i = 0; i < n; i++) {
    is_integer[i] = i % 3 == 2;
    if (is_integer[i])
      values[i].word = 5 + i;
    else
      values[i].number = in[i] * in[i];
  }
  for (size_t i = 0; i + 1 < n; i += 3)
    order(&values[i], &values[i + 1]);
  for (size_t i = 0; i < n; i++)
    out[0] += is_integer[i] ? (double)values[i].word
                            : values[i].number * values[i].number * (i + 1);
}
ORACLE(numbers, 6, 1, 0.5, 2.0)
ORACLE(some_integers, 6, 1, 0.5, 2.0)

static double absolute(const double *x, int n, int integers) {
  Value values[64];
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (i < integers)
      values[i].word = (uint64_t)-i;
    else
      values[i].number = -x[i] * x[i];
  for (int i = 0; i < n; i++) {
    int64_t word = (int64_t)values[i].word;
    values[i].word = (uint64_t)(word < 0 ? -word : word);
  }
  for (int i = 0; i < n; i++)
    sum += i < integers ? (double)values[i].word * x[i] : values[i].number;
  return sum;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  int n = 4;
  numbers_oracle();
  some_integers_oracle();
  __enzyme_autodiff((void *)absolute, x, dx, n, 4);
  for (int i = 0; i < n; i++)
    EXPECT(dx[i] == i);
  EXPECT(STOPS(__enzyme_autodiff((void *)absolute, x, dx, n, 2)));
  return oracle_exit();
}
