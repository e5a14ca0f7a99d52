/* A power of two, or in float 1.5 times one, that is added and taken away again is an offset, as of coordinates that
 * are shifted, where the steps that sums round to are finer than one. */
#include "oracle.h"
static double shifted(double x) {
  float t = (float)x + 65536.F;
  return (double)(t - 65536.F);
}
static double shifted_back(double x) {
  float t = (float)x - 131072.F;
  return (double)(t + 131072.F);
}
static double opposite(double x) {
  float t = 262144.F - (float)x;
  return (double)(262144.F - t);
}
static double by_half_more(double x) {
  float t = (float)x + 98304.F;
  return (double)(t - 98304.F);
}
static double wide(double x) {
  double t = x + 0x1p47;
  return t - 0x1p47;
}
static float kahan(float x) {
  float sum = 65536.F, lost = 0;
  for (int i = 0; i < 3; i++) {
    float y = x - lost, t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  return sum;
}
static double summed(double x) { return (double)kahan((float)x); }
static double whole(double x) {
  float t = (float)x + 0x1p23F;
  return (double)(t - 0x1p23F) * x;
}
static double eighths(double x) { return ((x + 0x1.8p49) - 0x1.8p49) * x; }

#define DERIVATIVES(f, expected)                                                                   \
  CLOSE(__adcc_autodiff_1(f, 1.25), expected);                                                     \
  CLOSE(__adcc_fwddiff_1(f, 1.25, 1.0), expected)
int main(void) {
  DERIVATIVES(shifted, 1);
  DERIVATIVES(shifted_back, 1);
  DERIVATIVES(opposite, 1);
  DERIVATIVES(by_half_more, 1);
  DERIVATIVES(wide, 1);
  DERIVATIVES(summed, 3);
  DERIVATIVES(whole, 1);
  DERIVATIVES(eighths, 1.25);
  return oracle_exit();
}
// levels: O0 O1 O2 O3 raw debug
