/* Large structures by value, which C passes in memory, are `out`: their adjoints are returned. */
#include "oracle.h"
struct Big {
  double a, b, c, d;
};
struct Adjoints {
  double x;
  Big big;
  double y;
};
struct Both {
  double value;
  Big big;
};
template <typename T> T __enzyme_autodiff(void *, ...);
extern int enzyme_primal_return, enzyme_out, enzyme_const, enzyme_width;
struct Lanes {
  Big lane[2];
};
static double product(Big b) { return b.a * b.b + b.c * b.d; }
static double mixed(double x, Big b, double y) {
  b.a *= x;
  return b.a * y + b.d;
}
static Big scaled(Big b, double k) { return {b.a * k, b.b * k, b.c, b.d}; }
int main() {
  Big x{1, 2, 3, 4};
  Big dx = __enzyme_autodiff<Big>((void *)product, x);
  CLOSE(dx.a, 2);
  CLOSE(dx.b, 1);
  CLOSE(dx.c, 4);
  CLOSE(dx.d, 3);
  Both both = __enzyme_autodiff<Both>((void *)product, enzyme_primal_return, enzyme_out, x);
  CLOSE(both.value, 14);
  CLOSE(both.big.d, 3);
  Adjoints d = __enzyme_autodiff<Adjoints>((void *)mixed, 5.0, x, 7.0);
  CLOSE(d.x, 7);
  CLOSE(d.big.a, 35);
  CLOSE(d.big.d, 1);
  CLOSE(d.y, 5);
  Big only = __enzyme_autodiff<Big>((void *)mixed, enzyme_const, 5.0, x, enzyme_const, 7.0);
  CLOSE(only.a, 35);
  double dk = __enzyme_autodiff<double>((void *)scaled, enzyme_const, x, 3.0);
  CLOSE(dk, 3);
  Lanes lanes = __enzyme_autodiff<Lanes>((void *)product, enzyme_width, 2, x);
  CLOSE(lanes.lane[1].c, 4);
  return oracle_exit();
}
