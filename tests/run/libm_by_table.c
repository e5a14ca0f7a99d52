/* Exponentials as the C libraries of ARM, glibc and musl write them: a large constant rounds the reduced argument,
 * and the last bits of the sum are an index into a table and go into an exponent. And other conversions to
 * integers by such bits. */
#include "oracle.h"
enum { BITS = 3, SIZE = 1 << BITS };
static uint64_t table[SIZE];
static uint64_t bits(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return word;
}
static double number(uint64_t word) {
  double x;
  memcpy(&x, &word, sizeof x);
  return x;
}
static double exponential(double x) {
  double k = x * (1.4426950408889634 * SIZE) + 0x1.8p52;
  uint64_t index = bits(k);
  k -= 0x1.8p52;
  double r = x - k * (0.6931471805599453 / SIZE), term = 1, p = 1;
  for (int i = 1; i < 12; i++)
    p += term *= r / i;
  return p * number(table[index % SIZE] + (index << (52 - BITS)));
}
static float exponential_float(float x) {
  float k = x * 1.44269504f + 0x1.8p23f;
  uint32_t word;
  memcpy(&word, &k, sizeof word);
  k -= 0x1.8p23f;
  float r = x - k * 0.693147181f, scale;
  word = (word << 23) + 0x3f800000;
  memcpy(&scale, &word, sizeof scale);
  return scale * (1 + r * (1 + r * (0.5f + r * (1 / 6.f + r * (1 / 24.f + r / 120.f)))));
}
static double by_difference(double x) {
  int64_t nearest = (int64_t)(bits(x + 0x1.8p52) - bits(0x1.8p52));
  return (double)nearest;
}
static double by_fraction(double x) {
  uint64_t nearest = bits(x * x + 0x1p52) & 0xfffffffffffff;
  return (double)nearest;
}
PRIMAL(exponentials) {
  for (size_t i = 0; i < n; i++)
    out[0] += exponential(in[i]) * in[(i + 1) % n] + in[i] * (by_difference(in[i]) + by_fraction(in[i]));
}
// levels: O0 O1 O2 O3 raw debug
ORACLE(exponentials, 4, 1, -3.0, 3.0)
extern float __enzyme_autodiff_float(float (*)(float), float);
int main(void) {
  for (int i = 0; i < SIZE; i++)
    table[i] = bits(exp2((double)i / SIZE)) - ((uint64_t)i << (52 - BITS));
  CLOSE(exponential(1.3), exp(1.3));
  exponentials_oracle();
  for (float x = -2.2f; x < 2; x += 0.37f)
    CLOSE_TO(__enzyme_autodiff_float(exponential_float, x), expf(x), 1e-4);
  return oracle_exit();
}
