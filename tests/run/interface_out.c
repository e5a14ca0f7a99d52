/* Several `out` arguments come back as a struct, in order, in each floating-point type. */
#include "oracle.h"
typedef struct {
  double a, b, c;
} Three;
typedef struct {
  float a, b;
} TwoFloats;
typedef struct {
  float a;
  double b;
} Mixed;
typedef struct {
  long double a, b;
} TwoLong;
Three __adcc_autodiff_three(void *, ...);
TwoFloats __adcc_autodiff_floats(float (*)(float, float), float, float);
Mixed __adcc_autodiff_mixed(double (*)(float, double), float, double);
TwoLong __adcc_autodiff_long(long double (*)(long double, long double), long double, long double);
static double volume(double a, double b, double c) { return a * b * b * c; }
static float area(float a, float b) { return a * a * b; }
static double mix(float a, double b) { return a * b * b; }
static long double ratio(long double a, long double b) { return a / b; }
int main(void) {
  Three three = __adcc_autodiff_three((void *)volume, 2.0, 3.0, 5.0);
  CLOSE(three.a, 45);
  CLOSE(three.b, 60);
  CLOSE(three.c, 18);
  TwoFloats floats = __adcc_autodiff_floats(area, 2, 3);
  CLOSE(floats.a, 12);
  CLOSE(floats.b, 4);
  Mixed mixed = __adcc_autodiff_mixed(mix, 2, 3);
  CLOSE(mixed.a, 9);
  CLOSE(mixed.b, 12);
  TwoLong l = __adcc_autodiff_long(ratio, 1, 2);
  CLOSE(l.a, 0.5);
  CLOSE(l.b, -0.25);
  return oracle_exit();
}
