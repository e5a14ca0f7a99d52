// A word that is a number, or an address with a mark in its upper bits (NaN boxing).
#include "oracle.h"
#include "stops.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
enum { NUMBERS = 4 };
#define MARK 0xfffc000000000000u

static uint64_t boxed(double number) {
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  return word;
}

static double opened(uint64_t word) {
  double number;
  if ((word & MARK) == MARK)
    return *(double *)(word & ~MARK) * 2;
  memcpy(&number, &word, sizeof number);
  return number;
}

static double sum(const double *x, int addresses) {
  double squares[NUMBERS], all = 0;
  uint64_t stack[NUMBERS];
  int top = 0;
  for (int i = 0; i < NUMBERS; i++) {
    squares[i] = x[i] * x[i];
    stack[top++] = addresses && i % 2 ? MARK | (uint64_t)&squares[i] : boxed(squares[i]);
  }
  while (top > 0)
    all += opened(stack[--top]);
  return all;
}

int main(void) {
  double x[NUMBERS] = {1, 2, 3, 4}, dx[NUMBERS] = {0}, tangent[NUMBERS] = {1, 1};
  __enzyme_autodiff((void *)sum, x, dx, 0);
  for (int i = 0; i < NUMBERS; i++)
    CLOSE(dx[i], 2 * x[i]);
  EXPECT(STOPS(__enzyme_autodiff((void *)sum, x, dx, 1)));
  CLOSE(__enzyme_fwddiff((void *)sum, x, tangent, 0), 2 + 4);
  EXPECT(STOPS(__enzyme_fwddiff((void *)sum, x, tangent, 1)));
  return oracle_exit();
}
