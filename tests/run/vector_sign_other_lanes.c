/* Signs flipped and cleared by masks whose lanes are not those of the numbers: halves of doubles, as
 * in the conjugate of a complex number, and pairs of floats. */
#include "oracle.h"
typedef double Two __attribute__((vector_size(16)));
typedef float Four __attribute__((vector_size(16)));
typedef int Halves __attribute__((vector_size(16)));
typedef long Pairs __attribute__((vector_size(16)));

static Two conjugate(const void *complex) {
  Halves bits = *(const Halves *)complex;
  return (Two)(bits ^ (Halves){0, 0, 0, (int)0x80000000});
}
static Two first_positive(Two numbers) {
  return (Two)((Halves)numbers & (Halves){-1, 0x7fffffff, -1, -1});
}
PRIMAL(halves) {
  Two kept[2] __attribute__((aligned(16))) = {{in[0] * in[1], in[1]}, {in[2], in[3]}};
  Two a = conjugate(&kept[n > 100]), b = first_positive(kept[1] - a * a * 3);
  out[0] += a[0] * b[1] + a[1] * b[0];
  out[1] += a[1] * a[1] * a[1];
}
ORACLE(halves, 4, 2, 0.5, 1.5)

static Four flip(Four numbers) { return (Four)((Pairs)numbers ^ (Pairs){1l << 63, 1l << 31}); }
static Four clear(Four numbers) {
  return (Four)((Pairs)numbers & (Pairs){-1, 0x7fffffff7fffffff});
}
PRIMAL(pairs) {
  Four numbers = {(float)in[0], (float)in[1], (float)(in[2] - 3), (float)in[3]};
  Four flipped = flip(numbers), cleared = clear(numbers - 1);
  for (int i = 0; i < 4; i++) {
    out[0] += flipped[i] * in[i];
    out[1] += (double)cleared[i] * in[3 - i];
  }
}

int main(void) {
  halves_oracle();
  double in[4] = {0.5, 0.75, 1.25, 2}, din[4] = {0}, out[2] = {0}, dout[2] = {1, 1};
  __adcc_autodiff_state((void *)pairs, adcc_dup, in, din, adcc_const, (size_t)4, adcc_dup, out,
                        dout, adcc_const, (size_t)2);
  CLOSE(out[0], 0.5 * 0.5 - 0.75 * 0.75 - (1.25 - 3) * 1.25 + 2 * 2);
  CLOSE(out[1], -0.5 * 2 - 0.25 * 1.25 + 2.75 * 0.75 + 0.5);
  CLOSE(din[0], 2 * 0.5 + 2 + 1);
  CLOSE(din[1], -2 * 0.75 + 1.25 + 2.75);
  CLOSE(din[2], -2 * 1.25 + 3 - 0.75 - 0.25);
  CLOSE(din[3], 2 * 2 + 0.5 - 0.5);
  return oracle_exit();
}
