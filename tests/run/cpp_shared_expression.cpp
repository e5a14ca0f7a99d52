// large: takes long to compile
/* Expressions as graphs of std::shared_ptr, differentiated by themselves as well, and shared
 * constants seen through std::weak_ptr. */
#include "oracle.h"
#include <memory>
#include <utility>
#include <vector>
struct Expression {
  virtual double value() const = 0;
  virtual ~Expression() = default;
};
using Pointer = std::shared_ptr<Expression>;
struct Constant : Expression {
  double v;
  Constant(double v) : v(v) {}
  double value() const override { return v; }
};
struct Sum : Expression {
  Pointer a, b;
  Sum(Pointer a, Pointer b) : a(a), b(b) {}
  double value() const override { return a->value() + b->value(); }
};
struct Product : Expression {
  Pointer a, b;
  Product(Pointer a, Pointer b) : a(std::move(a)), b(std::move(b)) {}
  double value() const override { return a->value() * b->value(); }
};
struct Material {
  double modulus, ratio;
};
struct Element {
  std::shared_ptr<const Material> material;
  double length;
};
PRIMAL(graphs) {
  Pointer sum = std::make_shared<Constant>(1.0);
  for (size_t i = 0; i < n; i++) {
    Pointer c = std::make_shared<Constant>(in[i]);
    if (i % 2)
      sum = std::make_shared<Sum>(sum, c);
    else
      sum = std::make_shared<Product>(sum, std::make_shared<Sum>(c, c));
  }
  out[0] = sum->value();

  auto soft = std::make_shared<Material>(Material{in[0], in[1]});
  auto stiff = std::make_shared<const Material>(Material{in[2], 0.3});
  std::vector<Element> elements;
  for (size_t i = 0; i < 4; i++)
    elements.push_back({i % 2 ? stiff : soft, in[i % n]});
  std::weak_ptr<Material> seen = soft;
  double stiffness = 0;
  for (auto &e : elements)
    stiffness += e.material->modulus * e.length / (1 + e.material->ratio);
  if (auto material = seen.lock())
    stiffness *= material->modulus;
  out[1] = stiffness * double(soft.use_count());
}
ORACLE_MAIN(graphs, 4, 2, 0.5, 1.5)
