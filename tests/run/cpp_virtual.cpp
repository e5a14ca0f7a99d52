/* Virtual functions: objects made in the primal, called through the base. */
#include "oracle.h"
struct Shape {
  double size;
  explicit Shape(double s) : size(s) {}
  virtual double area() const = 0;
  virtual ~Shape() {}
};
struct Square : Shape {
  using Shape::Shape;
  double area() const override { return size * size; }
};
struct Disc : Shape {
  double factor;
  Disc(double s, double f) : Shape(s), factor(f) {}
  double area() const override { return factor * size * size; }
};
__attribute__((noinline)) static Shape *make(int kind, double s, double f) {
  if (kind)
    return new Disc(s, f);
  return new Square(s);
}
PRIMAL(shapes) {
  double total = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    Shape *s = make(i % 2, in[i], in[i + 1]);
    total += s->area() * (i + 1);
    delete s;
  }
  out[0] = total;
}
ORACLE_MAIN(shapes, 5, 1, 0.5, 1.5)
