/* Objects of several classes in a vector of unique_ptr that grows, and two of them change places:
 * LLVM does that with a vector of two pointers, which it turns into integers. */
#include "oracle.h"

#include <memory>
#include <vector>

struct Shape {
  virtual double area() const = 0;
  virtual ~Shape() {}
};

struct Circle : Shape {
  float radius, weight;
  Circle(double r) : radius(r), weight(0.5) {}
  double area() const override { return 0.7 * radius * radius * weight; }
};

struct Chain : Shape {
  std::vector<double> points;
  Chain(double a, double b) : points{a, b} {}
  double area() const override {
    double sum = 0;
    for (double p : points)
      sum += 0.3 * p * p;
    return sum;
  }
};

PRIMAL(shapes) {
  std::vector<std::unique_ptr<Shape>> all;
  all.emplace_back(new Chain(in[2], in[0]));
  all.emplace_back(new Circle(0.5 * (out[1] + in[3])));
  std::swap(all[0], all[1]);
  for (const auto &shape : all)
    in[1] += 0.2 * shape->area();
}

ORACLE(shapes, 4, 2, 0.2, 1.4)

int main(void) {
  oracle_precision = 2e-7;
  shapes_oracle();
  return oracle_exit();
}
