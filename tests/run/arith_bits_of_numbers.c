/* Numbers made by arithmetic on the bits of others, which grow linearly with a number between two
 * powers of two: sums with an exponent or a sign, and a fast exponential. */
#include "oracle.h"

static double bits_to_number(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static uint64_t number_to_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double power_of_two_times(double x, int n) {
  return bits_to_number(number_to_bits(x) + ((uint64_t)n << 52));
}
static double exponential(double x) {
  int n = (int)floor(x * 1.4426950408889634 + 0.5);
  double r = x - n * 0.6931471805599453, sum = 1, term = 1;
  for (int i = 1; i < 15; i++)
    sum += term *= r / i;
  return power_of_two_times(sum, n);
}
static double high_word(double x) {
  uint64_t bits = number_to_bits(x);
  uint32_t high = (uint32_t)(bits >> 32), low = (uint32_t)bits;
  high += 3u << 20;
  return bits_to_number((uint64_t)high << 32 | low);
}
static double signed_by(double x) {
  uint64_t sign = number_to_bits(x - 3) & (uint64_t)1 << 63;
  return bits_to_number((number_to_bits(x * x) + ((uint64_t)2 << 52)) ^ sign);
}
/* Schraudolph: the exponent is the exponential's, the fraction goes along. */
static double fast_exponential(double x) {
  return bits_to_number((uint64_t)(int64_t)(x * 1512775.3951951856 + 1072632447) << 32);
}

extern double __enzyme_autodiff_number(void *, ...);
extern double __enzyme_fwddiff_number(void *, ...);

int main(void) {
  ORACLE1(exponential, 0.8, 1.0);
  ORACLE1(high_word, 2.1, 3.4);
  ORACLE1(signed_by, 2.1, 3.4);
  /* These are staircases of many steps to differences. */
  double h = 1e-3;
  double slope = (fast_exponential(1.2 + h) - fast_exponential(1.2 - h)) / (2 * h);
  CLOSE_TO(__enzyme_autodiff_number((void *)fast_exponential, 1.2), slope, 2e-3);
  CLOSE_TO(__enzyme_fwddiff_number((void *)fast_exponential, 1.2, 1.0), slope, 2e-3);
  return oracle_exit();
}
