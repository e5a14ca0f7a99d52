/* The bits of numbers in arrays, also where clang works on vectors of them: rounding to bfloat16,
 * numbers with another exponent, and numbers chosen by their bits. */
#include "oracle.h"

extern void __enzyme_autodiff_arrays(void *, ...);
extern int enzyme_dup, enzyme_const;
enum { COUNT = 21 };

static float to_bfloat(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static void round_all(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = to_bfloat(x[i]);
}
static void quadruple(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    union {
      float number;
      uint32_t bits;
    } u = {x[i]};
    u.bits += 2u << 23;
    y[i] = u.number * x[i];
  }
}

PRIMAL(chosen) {
  for (size_t i = 0; i < m; i++) {
    union {
      double number;
      int64_t bits;
    } a = {in[i]}, b = {in[(i + 1) % n]};
    a.bits &= ~(a.bits >> 63); /* 0 if negative */
    int64_t less = -(int64_t)(in[i] < b.number);
    b.bits ^= (a.bits ^ b.bits) & less;
    out[i] = a.number * 2 + b.number;
  }
}
ORACLE(chosen, 6, 6, -1, 1)

int main(void) {
  float x[COUNT], dx[COUNT], y[COUNT], dy[COUNT];
  for (int i = 0; i < COUNT; i++)
    x[i] = 0.3f + i, dx[i] = 0, dy[i] = i;
  __enzyme_autodiff_arrays((void *)round_all, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const,
                           COUNT);
  for (int i = 0; i < COUNT; i++)
    CLOSE_TO(dx[i], i, 1e-6);
  for (int i = 0; i < COUNT; i++)
    dx[i] = 0, dy[i] = 1;
  __enzyme_autodiff_arrays((void *)quadruple, enzyme_dup, y, dy, enzyme_dup, x, dx,
                           enzyme_const, COUNT);
  for (int i = 0; i < COUNT; i++)
    CLOSE_TO(dx[i], 8 * x[i], 1e-4);
  chosen_oracle();
  return oracle_exit();
}
