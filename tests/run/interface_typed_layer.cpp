// flags: -std=c++17
/* The typed C++ layer: wrapped arguments in, adjoints and tangents out. */
#include "oracle.h"
#include <adcc/adcc.hpp>

static double mixed(double x, const double *data, float scale, double *sums, int n) {
  double total = 0;
  for (int i = 0; i < n; i++) {
    sums[i] = x * data[i];
    total += sums[i] * sums[i] * scale;
  }
  return total;
}
static double product(double a, double b, double c) { return a * b * c + a; }
static double square(double x) { return x * x; }
static void fill(double *x, double factor) { *x *= factor; }

int main() {
  double data[2] = {1, 2}, sums[2] = {0, 0}, shadow[2] = {0, 0};
  auto [dx, dscale] =
      adcc::reverse<mixed>(adcc::active(3.0), adcc::constant(data), adcc::active(0.5f),
                           adcc::duplicated(sums, shadow), adcc::constant(2));
  CLOSE(dx, 15);
  CLOSE(dscale, 45);
  CLOSE(adcc::reverse<square>(adcc::active(4.0)), 8);
  auto [value, slope] = adcc::reverse_with_primal<square>(adcc::active(5.0));
  CLOSE(value, 25);
  CLOSE(slope, 10);
  auto [da, db, dc] =
      adcc::reverse<product>(adcc::active(2.0), adcc::active(3.0), adcc::active(4.0));
  CLOSE(da, 13);
  CLOSE(db, 8);
  CLOSE(dc, 6);
  CLOSE(adcc::forward<square>(adcc::duplicated(3.0, 2.0)), 12);
  auto [primal, tangent] = adcc::forward_with_primal<product>(
      adcc::duplicated(2.0, 1.0), adcc::constant(3.0), adcc::duplicated(4.0, 0.5));
  CLOSE(primal, 26);
  CLOSE(tangent, 16);
  double y = 2, dy = 1;
  double dfactor = adcc::reverse<fill>(adcc::duplicated(&y, &dy), adcc::active(7.0));
  CLOSE(y, 14);
  CLOSE(dy, 7);
  CLOSE(dfactor, 2);
  return oracle_exit();
}
