/* Sums that round to steps finer than one find a row of a table: FreeBSD's exp2, in steps of 2^-8, and ARM's error
 * functions, whose constants are powers of two. The bits of the first sum, or what the second leaves of the number,
 * tell them from offsets. */
#include "oracle.h"
enum { ROWS = 256 };
static double power[ROWS], sine[8 * ROWS];

static double exp2_of(double x) {
  const double redux = 0x1.8p52 / ROWS;
  volatile double rounded = x + redux;
  double t = rounded;
  uint64_t bits;
  memcpy(&bits, &t, sizeof bits);
  uint32_t low = (uint32_t)bits + ROWS / 2, exponent = (low >> 8) << 20;
  t -= redux;
  double z = (x - t) * 0.6931471805599453, row = power[low & (ROWS - 1)];
  double near = row + row * z * (1 + z * (1 / 2. + z * (1 / 6. + z / 24)));
  uint64_t words = (uint64_t)(0x3ff00000 + exponent) << 32;
  double scale;
  memcpy(&scale, &words, sizeof scale);
  return near * scale;
}
static double behind_row(double row, double d, double slope) {
  return row + d * slope - 0.5 * d * d * row - d * d * d * slope / 6;
}
static double by_bits(double x) {
  const double shift = 0x1p45;
  double z = x + shift;
  uint64_t i, s;
  memcpy(&i, &z, sizeof i);
  memcpy(&s, &shift, sizeof s);
  double r = z - shift;
  return behind_row(sine[i - s], x - r, cos(r));
}
static double by_rest(double x) {
  double z = x + 0x1p45, r = z - 0x1p45;
  return behind_row(sine[(int)(r * 128)], x - r, cos(r));
}
static double by_rest_of_float(double number) {
  float x = (float)number, r = (x + 0x1p16F) - 0x1p16F;
  return behind_row(sine[(int)(r * 128)], (double)(x - r), cos((double)r));
}
int main(void) {
  for (int i = 0; i < ROWS; i++)
    power[i] = exp2((i - ROWS / 2) / (double)ROWS);
  for (int i = 0; i < 8 * ROWS; i++)
    sine[i] = sin(i / 128.0);
  ORACLE1(exp2_of, -2.3, 2.4);
  ORACLE1(by_bits, 0.3, 2.4);
  ORACLE1(by_rest, 0.3, 2.4);
  CLOSE_TO(__adcc_autodiff_1(by_rest_of_float, 0.7), cos(0.7), 1e-6);
  return oracle_exit();
}
// levels: O0 O1 O2 O3 raw debug
