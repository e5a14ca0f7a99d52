/* A mask that clears half of the bits of a vector's numbers: the tangent must not be cut alike. */
// error: cannot tell what this computes: integer arithmetic on the bits
#include <stdint.h>
typedef int64_t Words __attribute__((vector_size(16)));
typedef double Doubles __attribute__((vector_size(16)));
double __adcc_fwddiff(double (*)(double, double), double, double, double, double);
static double rounded(double x, double y) {
  Doubles v = {x, y};
  v = (Doubles)((Words)v & (Words){-4294967296, -1});
  return v[0] * v[1];
}
double tangent(double x, double y) { return __adcc_fwddiff(rounded, x, 1, y, 0); }
