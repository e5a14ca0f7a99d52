/* Virtual calls in functions that are not inlined, on objects that own others. */
#include "oracle.h"
struct Op {
  virtual double run(double x) const = 0;
  virtual ~Op() = default;
};
struct Mul : Op {
  double k;
  Mul(double k) : k(k) {}
  double run(double x) const override { return k * x; }
};
struct Sq : Op {
  double run(double x) const override { return x * x; }
};
struct Chain : Op {
  const Op *a, *b;
  Chain(const Op *a, const Op *b) : a(a), b(b) {}
  double run(double x) const override { return b->run(a->run(x)); }
};
__attribute__((noinline)) static double apply(const Op *op, double x) { return op->run(x); }
PRIMAL(virt) {
  Op *ops[3] = {new Mul(in[0]), new Sq, nullptr};
  ops[2] = new Chain(ops[0], ops[1]);
  double s = 0;
  for (size_t i = 0; i < 3; i++)
    s += apply(ops[i], in[1]);
  for (int i = 2; i >= 0; i--)
    delete ops[i];
  out[0] = s;
}
ORACLE_MAIN(virt, 2, 1, 0.5, 1.2)
