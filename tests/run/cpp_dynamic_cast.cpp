/* dynamic_cast across bases at different offsets: the shadow moves as far as the object. */
#include "oracle.h"
#include <memory>
#include <vector>
struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
};
struct Named {
  virtual ~Named() {}
  double weight = 1;
};
struct Circle : Shape, Named {
  double r;
  Circle(double r) : r(r) {}
  double area() const override { return 3.14 * r * r; }
};
struct Box : Shape {
  double a, b;
  Box(double a, double b) : a(a), b(b) {}
  double area() const override { return a * b; }
};
PRIMAL(shapes) {
  std::vector<std::unique_ptr<Shape>> v;
  v.push_back(std::make_unique<Circle>(in[0]));
  v.emplace_back(new Box(in[1], in[2]));
  v.push_back(std::make_unique<Circle>(in[2]));
  double s = 0;
  for (auto &p : v) {
    if (auto *named = dynamic_cast<Named *>(p.get()))
      named->weight = in[1] * in[1];
    s += p->area();
  }
  for (auto &p : v)
    if (auto *c = dynamic_cast<Circle *>(p.get()))
      s += c->weight * c->r;
  out[0] = s;
}
ORACLE_MAIN(shapes, 3, 1, 0.5, 1.2)
