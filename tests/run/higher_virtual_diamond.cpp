/* Second derivatives through virtual calls of a class with a virtual base, by reference to each of
 * its bases. */
#include "higher.h"

struct Base {
  double scale;
  explicit Base(double scale) : scale(scale) {}
  virtual ~Base() {}
  virtual double value(double t) const { return scale * t; }
};
struct Left : virtual Base {
  double slope;
  explicit Left(double slope) : Base(0), slope(slope) {}
  double value(double t) const override { return scale * slope * t; }
  virtual double left() { return slope * scale; }
};
struct Right : virtual Base {
  double shift;
  explicit Right(double shift) : Base(0), shift(shift) {}
  virtual double right() { return shift + scale; }
};
struct Both : Left, Right {
  double rate;
  Both(double scale, double slope, double shift, double rate)
      : Base(scale), Left(slope), Right(shift), rate(rate) {}
  double value(double t) const override { return Left::value(t) + shift * std::sin(t * rate); }
  double right() override { return Right::right() * rate; }
};

static __attribute__((noinline)) double use(const Base &base, double t) { return base.value(t); }
static __attribute__((noinline)) double use(Right &base) { return base.right() + base.scale; }
static __attribute__((noinline)) double use(Left *base) {
  base->slope += 0.5 * base->scale;
  return base->left();
}

PRIMAL(evaluate) {
  Both both(in[0], in[1], in[2], in[0] * in[2]);
  Base plain(in[1]);
  for (int i = 0; i < 3; i++)
    out[0] += use(i % 2 ? (Base &)both : plain, in[i]);
  out[0] += use((Right &)both) * use(&both);
  Base *base = &both;
  if (Both *again = dynamic_cast<Both *>(base))
    out[0] += again->rate * again->slope;
}

HIGHER_LEVEL(autodiff, evaluate, reverse)
HIGHER_LEVEL(fwddiff, evaluate, forward)
ORACLE(reverse, 6, 2, 0.4, 1.2)
ORACLE(forward, 6, 2, 0.4, 1.2)

int main() {
  reverse_oracle();
  forward_oracle();
  return oracle_exit();
}
