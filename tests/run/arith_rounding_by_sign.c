/* Sums that round, whose constant has the sign of the number, as in the C libraries of musl and FreeBSD: by a
 * branch that LLVM makes a choice of the constant, out of a table, by copysign; behind what keeps the compiler
 * from simplifying it; where the first sum is one with a product; to steps other than one. */
#include "oracle.h"
static const double table[2] = {0x1p52, -0x1p52};
__attribute__((noinline)) static void count(int k) {
  static volatile int total;
  total += k;
}
static double below(double x) {
  count(1);
  double r = (x - 0x1p52) + 0x1p52;
  count(2);
  return r;
}
static double above(double x) {
  count(1);
  double r = (x + 0x1p52) - 0x1p52;
  count(2);
  return r;
}
static double branch(double x) { return x < 0 ? below(x) : above(x); }
static double by_table(double x) {
  int sign = signbit(x) != 0;
  double sum = table[sign] + x;
  return sum - table[sign];
}
static double by_copysign(double x) {
  double c = copysign(0x1p52, x);
  return (x + c) - c;
}
static double by_volatile(double x) {
  volatile double sum = x + 0x1.8p52;
  return sum - 0x1.8p52;
}
static double of_product(double x) {
  double sum = x * 1.7 + 0x1.8p52;
  return sum - 0x1.8p52;
}
static double fused(double x) {
  double sum = __builtin_fma(-x, 2.3, 0x1.8p52);
  return sum - 0x1.8p52;
}
static double exponential(double x) {
  double k = x * 1.4426950408889634 + 0x1.8p52;
  k -= 0x1.8p52;
  double r = x - k * 0.6931471805599453, term = 1, p = 1;
  for (int i = 1; i < 14; i++)
    p += term *= r / i;
  return ldexp(p, (int)k);
}
static double eighths(double x) { return (x + 0x1.8p49) - 0x1.8p49; }
static double fours(double x) { return (x + 0x1p54) - 0x1p54; }
static double of_long_double(double x) {
  long double c = x < 0 ? -0x1p63L : 0x1p63L;
  return (double)((x + c) - c);
}
static double not_rounded(double x) { return (x + 0x1p3) - 0x1p3; }
PRIMAL(rounded) {
  for (size_t i = 0; i < n; i++) {
    double x = in[i];
    out[0] += x * (branch(x) + by_table(x) + by_copysign(x) + by_volatile(x) + of_long_double(x));
    out[1] += x * (of_product(x) + fused(x) + eighths(x) + fours(x) + not_rounded(x));
    out[2] += exponential(x);
  }
}
// levels: O0 O1 O2 O3 raw debug
ORACLE_MAIN(rounded, 4, 3, -3.85, 3.1)
