/* Multiple and virtual inheritance, members by pointer, references as members. */
#include "oracle.h"
struct Base {
  double a = 1;
  virtual double get() { return a; }
  virtual ~Base() {}
};
struct Left : virtual Base {
  double l = 2;
  double get() override { return a * l; }
};
struct Right : virtual Base {
  double r = 3;
};
struct Bottom : Left, Right {
  double &outside;
  explicit Bottom(double &o) : outside(o) {}
  double get() override { return Left::get() * r + outside; }
};
PRIMAL(diamond) {
  Bottom b(in[2]);
  b.a = in[0];
  b.r = in[1];
  Base &base = b;
  double Left::*member = &Left::l;
  b.*member = in[0] * in[1];
  double (Base::*method)() = &Base::get;
  b.outside *= 2;
  out[0] = base.get() * (b.*method)();
}
ORACLE_MAIN(diamond, 3, 1, 0.5, 1.5)
