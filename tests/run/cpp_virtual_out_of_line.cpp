/* Classes whose virtual destructor is defined apart from them, and comes first in the table: there it
 * is another name (an alias) of the destructor of a part. */
#include "oracle.h"

struct Shape {
  virtual ~Shape();
  virtual double area(double x) const = 0;
  virtual double border(double x) const { return x; }
};

struct Square : Shape {
  double scale;
  explicit Square(double scale) : scale(scale) {}
  ~Square() override;
  double area(double x) const override;
  double border(double x) const override;
};

struct Cube : Shape {
  double scale;
  explicit Cube(double scale) : scale(scale) {}
  ~Cube() override;
  double area(double x) const override;
};

Shape::~Shape() {}
Square::~Square() {}
Cube::~Cube() {}
double Square::area(double x) const { return scale * x * x; }
double Square::border(double x) const { return sin(x); }
double Cube::area(double x) const { return scale * x * x * x; }

__attribute__((noinline)) static double sum(Shape **shapes, int count, double x) {
  double all = 0;
  for (int i = 0; i < count; i++)
    all += shapes[i]->area(x) * shapes[i]->border(x);
  return all;
}

PRIMAL(out_of_line) {
  Square square(in[0]);
  Cube cube(in[1]);
  Shape *shapes[] = {&square, &cube, new Square(in[2])};
  out[0] = sum(shapes, 3, in[3]);
  delete shapes[2];
}

ORACLE_MAIN(out_of_line, 4, 1, 0.5, 2.0)
