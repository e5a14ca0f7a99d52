/* Forward mode of complex numbers and small classes by value, without markers: the mangled name of
 * the function, or debug information, tells what its parameters are. */
#include "oracle.h"
#include <complex>
struct Point {
  double x, y;
};
struct Meters {
  double value;
};
template <class Result, class... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
double norm(std::complex<double> z) { return z.real() * z.real() + 3 * z.imag(); }
double area(Point p) { return p.x * p.y; }
double speed(Meters a, Meters b) { return a.value * b.value; }
double plain(double x, double y) { return x * x * y; }
int main() {
  std::complex<double> z(2, 5), dz(1, 10);
  CLOSE(__enzyme_fwddiff<double>((void *)norm, z, dz), 4 + 30);
  Point p = {3, 5}, dp = {1, 10};
  CLOSE(__enzyme_fwddiff<double>((void *)area, p, dp), 5 + 30);
  Meters a = {3}, da = {1}, b = {5}, db = {10};
  CLOSE(__enzyme_fwddiff<double>((void *)speed, a, da, b, db), 5 + 30);
  CLOSE(__enzyme_fwddiff<double>((void *)plain, 3.0, 1.0, 5.0, 10.0), 30 + 90);
  return oracle_exit();
}
