/* Virtual functions of one type in several slots of a table: each call asks only for those of its
 * slot, also through the second base of a class and in a table under construction. */
#include "oracle.h"

namespace {
struct Curve {
  virtual double value(double x) const = 0;
  virtual double slope(double x) const = 0;
  virtual double area(double x) const { return value(x) * x / 2; }
  virtual ~Curve() {}
};
struct Named {
  double scale;
  explicit Named(double scale) : scale(scale) { note(scale); }
  virtual double weigh(double x) const { return scale * x; }
  virtual double note(double x) const { return x; }
  virtual ~Named() {}
};
struct Power : Curve {
  double k;
  explicit Power(double k) : k(k) {}
  double value(double x) const override { return k * x * x; }
  double slope(double x) const override { return 2 * k * x; }
};
struct Wave : Curve, Named {
  double *phase;
  Wave(double scale, double *phase) : Named(scale), phase(phase) {}
  double value(double x) const override { return scale * sin(x + *phase); }
  double slope(double x) const override { return scale * cos(x + *phase); }
  double area(double x) const override { return scale * (1 - cos(x)); }
  double weigh(double x) const override { return Named::weigh(x) + *phase; }
};
} // namespace

__attribute__((noinline)) static double walk(const Curve *curve, double x) {
  for (int i = 0; i < 3; i++)
    x -= .1 * curve->value(x) / (1 + curve->slope(x) * curve->slope(x));
  return x + curve->area(x);
}

__attribute__((noinline)) static double weigh(const Named *named, double x) {
  return named->weigh(x) * named->note(x);
}

PRIMAL(curves) {
  Power power(in[0]);
  Wave wave(in[1], &in[0]);
  Named plain(in[0] * in[1]);
  const Curve *all[2] = {&power, &wave};
  for (int i = 0; i < 2; i++)
    out[0] += walk(all[i], in[1] + i);
  const Named *named[2] = {&plain, &wave};
  for (int i = 0; i < 2; i++)
    out[1] += weigh(named[i], in[0] + i);
}
ORACLE_MAIN(curves, 2, 2, 0.4, 1.4)
