/* Entry points with exact types, float by value among them. */
#include "oracle.h"
extern float __enzyme_autodiff_float(float (*)(float, float *), float, float *, float *);
extern float __enzyme_fwddiff_float(float (*)(float, float *), float, float, float *, float *);
static float f(float x, float *y) { return x * x * *y; }
int main(void) {
  float y = 2, dy = 0;
  CLOSE(__enzyme_autodiff_float(f, 3, &y, &dy), 12);
  CLOSE(dy, 9);
  CLOSE(__enzyme_fwddiff_float(f, 3, 1, &y, &dy), 12 + 81);
  return oracle_exit();
}
