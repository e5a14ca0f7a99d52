// flags: -std=c++17
/* What a type is called, which the hash of a std::type_index reads: a constant that is its own
 * shadow, and no object that the library might have given other memory. */
#include "oracle.h"
#include <memory>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
struct Shape {
  virtual ~Shape() {}
  virtual double area() = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area() override { return r * r; }
};
struct Box : Shape {
  double a;
  explicit Box(double a) : a(a) {}
  double area() override { return a; }
};
PRIMAL(shapes) {
  std::unique_ptr<Shape> a[2];
  a[0] = std::make_unique<Circle>(in[0]);
  a[1] = std::make_unique<Box>(in[1]);
  std::unordered_map<std::type_index, double> by;
  for (auto &i : a)
    by[typeid(*i)] += in[0] * i->area();
  for (auto &[k, v] : by)
    out[1] += v * v;
}
ORACLE_MAIN(shapes, 3, 2, .3, 1.2)
