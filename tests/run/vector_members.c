/* Sums over structures that mix numbers with other numbers and integers. With -ffast-math they
 * become loops on vectors that load whole structures, use some of the lanes and the same ones as
 * integers, and leave some structures to the loop itself in every case; where the number of
 * structures is known there is no other loop. */
#include "oracle.h"

#define MEMBERS(name, members, value, ...)                                                         \
  typedef struct {                                                                                 \
    members                                                                                        \
  } name;                                                                                          \
  static double name##_between(const name *p, const name *end) {                                   \
    double sum = 0;                                                                                \
    for (; p != end; p++)                                                                          \
      sum += value;                                                                                \
    return sum;                                                                                    \
  }                                                                                                \
  static double name##_all(const name *all) {                                                      \
    double sum = 0;                                                                                \
    for (const name *p = all; p < all + 32; p++)                                                   \
      sum += value;                                                                                \
    return sum;                                                                                    \
  }                                                                                                \
  PRIMAL(name##_sum) {                                                                             \
    name all[32];                                                                                  \
    for (size_t i = 0; i < 32; i++) {                                                              \
      double x = in[i % n] + 0.01 * (double)i;                                                     \
      int k = (int)(i * 7 % 11);                                                                   \
      all[i] = (name){__VA_ARGS__};                                                                \
    }                                                                                              \
    out[0] = name##_between(all, all + n);                                                         \
    for (size_t i = 0; i < 16; i++)                                                                \
      all[i] = all[31 - i];                                                                        \
    out[1] = name##_all(all) + name##_between(all + 3, all + 32);                                  \
  }                                                                                                \
  ORACLE(name##_sum, 19, 2, 0.2, 1.1)

MEMBERS(Counted, double a; int k;, p->a *p->a *p->k, x, k)
MEMBERS(Doubled, double a; float b;, p->a *p->a *p->b + (double)p->b * p->b, x, (float)(x * 0.5))
MEMBERS(Marked, float a; double b; char c;, p->a *p->a + p->b * p->b + p->c *p->b, (float)x, x * x,
        (char)k)
MEMBERS(Paired, double a; double b; unsigned k; float c;, p->a *p->b *p->c + p->k * p->b *p->k, x,
        x *x, (unsigned)k, (float)x)
MEMBERS(Long, double a; float b; long k; long m;, p->a *p->b *p->k *p->m, x, (float)x, k, k + 1)
MEMBERS(Short, float a; double b; unsigned k; short m;, p->a *p->b *p->k + p->m * p->a, (float)x,
        x *x, (unsigned)k, (short)k)

int main(void) {
  oracle_precision = 1.2e-7; /* floats */
  Counted_sum_oracle();
  Doubled_sum_oracle();
  Marked_sum_oracle();
  Paired_sum_oracle();
  Long_sum_oracle();
  Short_sum_oracle();
  return oracle_exit();
}
