/* Numbers made by arithmetic on the bits of others: fast roots, logarithms and exponentials. The
 * bits grow linearly with a number between two powers of two, and so do the approximations. */
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

static double inverse_root(double x) {
  union {
    double number;
    int64_t bits;
  } u = {x};
  u.bits = 0x5fe6eb50c7b537a9 - (u.bits >> 1);
  return u.number * (1.5 - 0.5 * x * u.number * u.number);
}
static double inverse_root_single(double x) {
  float f = (float)x;
  int32_t i = *(int32_t *)&f;
  i = 0x5f3759df - (i >> 1);
  float y = *(float *)&i;
  return y * (1.5f - 0.5f * f * y * y);
}
static double cube_root(double x) {
  double y = bits_to_number(number_to_bits(x) / 3 + 0x2a9f7893782da1ce);
  return y - (y * y * y - x) / (3 * y * y);
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
static double fast_logarithm(double x) {
  return (double)number_to_bits(x) * 0x1p-52 - 1022.94269504;
}
/* Schraudolph: the exponent is the exponential's, the fraction goes along. */
static double fast_exponential(double x) {
  return bits_to_number((uint64_t)(int64_t)(x * 1512775.3951951856 + 1072632447) << 32);
}
static double fast_power(double x, double p) {
  uint64_t bits = number_to_bits(x);
  int high = (int)(bits >> 32);
  high = (int)(p * (high - 1072632447) + 1072632447);
  return bits_to_number((uint64_t)(uint32_t)high << 32);
}

extern double __enzyme_autodiff_number(void *, ...);
extern double __enzyme_fwddiff_number(void *, ...);
extern int enzyme_const;

int main(void) {
  ORACLE1(inverse_root, 2.1, 3.4);
  ORACLE1(cube_root, 2.1, 3.4);
  ORACLE1(exponential, 0.8, 1.0);
  ORACLE1(high_word, 2.1, 3.4);
  ORACLE1(signed_by, 2.1, 3.4);
  ORACLE1(fast_logarithm, 2.1, 3.4);
  /* These are staircases of many steps to differences. */
  double h = 1e-3;
  CLOSE_TO(__enzyme_autodiff_number((void *)inverse_root_single, 2.5), -0.5 * pow(2.5, -1.5), 0.01);
  double slope = (fast_exponential(1.2 + h) - fast_exponential(1.2 - h)) / (2 * h);
  CLOSE_TO(__enzyme_autodiff_number((void *)fast_exponential, 1.2), slope, 2e-3);
  CLOSE_TO(__enzyme_fwddiff_number((void *)fast_exponential, 1.2, 1.0), slope, 2e-3);
  slope = (fast_power(2.5 + h, 1.7) - fast_power(2.5 - h, 1.7)) / (2 * h);
  CLOSE_TO(__enzyme_autodiff_number((void *)fast_power, 2.5, enzyme_const, 1.7), slope, 2e-3);
  return oracle_exit();
}
