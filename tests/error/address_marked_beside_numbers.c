/* A word that is a number, or an address with a mark in its upper bits (NaN boxing): the shadow of
 * such an address would look like an adjoint. */
// error: an address with a mark in its upper bits, in a word that holds numbers at other times
// levels: O0 O1
#include <stdint.h>
#include <string.h>
extern int adcc_dup;
extern double __adcc_autodiff(void *, ...);

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

static double sum(const double *in, int count) {
  double squares[8], all = 0;
  uint64_t stack[16];
  int top = 0;
  for (int i = 0; i < count; i++) {
    squares[i] = in[i] * in[i];
    stack[top++] = i % 2 ? MARK | (uint64_t)&squares[i] : boxed(in[i]);
  }
  while (top > 0)
    all += opened(stack[--top]);
  return all;
}

int main(void) {
  double in[4] = {1, 2, 3, 4}, d_in[4] = {0};
  __adcc_autodiff((void *)sum, adcc_dup, in, d_in, 4);
  return 0;
}
