// flags: -std=c++17
/* A virtual call reaches what the object's class declares, not what stands in that slot of other
 * tables: the blocks of shared_ptr have virtual functions of the same type as elements have. Taken
 * for each other, texts, counts and numbers were of one kind. */
#include "oracle.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {
struct Material {
  double stiffness, damping;
  int grade;
  std::string name;
};

struct Element {
  std::shared_ptr<Material> material;
  explicit Element(std::shared_ptr<Material> m) : material(std::move(m)) {}
  virtual double energy(const std::vector<double> &u) const = 0;
  virtual std::unique_ptr<Element> clone() const = 0;
  virtual ~Element() = default;
};

struct Bar : Element {
  int from, to;
  double area;
  Bar(std::shared_ptr<Material> m, int from, int to, double area)
      : Element(std::move(m)), from(from), to(to), area(area) {}
  double energy(const std::vector<double> &u) const override {
    double strain = u.at(to) - u.at(from);
    return .5 * material->stiffness * area * strain * strain;
  }
  std::unique_ptr<Element> clone() const override { return std::make_unique<Bar>(*this); }
};

struct Spring : Element {
  int at;
  float factor;
  Spring(std::shared_ptr<Material> m, int at, float factor)
      : Element(std::move(m)), at(at), factor(factor) {}
  double energy(const std::vector<double> &u) const override {
    if (u.at(at) < -10)
      throw std::runtime_error("the spring is torn");
    return factor * material->damping * u[at] * u[at];
  }
  std::unique_ptr<Element> clone() const override { return std::make_unique<Spring>(*this); }
};

double total(const std::vector<std::unique_ptr<Element>> &elements, const std::vector<double> &u) {
  double sum = 0;
  for (const auto &element : elements) {
    try {
      std::vector<double> local(u);
      local.push_back(1.);
      sum += element->energy(local);
    } catch (const std::exception &) {
      sum += 1;
    }
  }
  return sum;
}
} // namespace

PRIMAL(assembly) {
  auto steel =
      std::make_shared<Material>(Material{in[0] * 3, in[1], 1, "a steel of a long enough name"});
  auto rubber = std::make_shared<Material>(*steel);
  rubber->stiffness *= .1;
  rubber->damping = in[2];
  std::vector<std::unique_ptr<Element>> elements;
  elements.push_back(std::make_unique<Bar>(steel, 0, 1, in[3]));
  elements.push_back(std::make_unique<Spring>(rubber, 1, .75f));
  elements.insert(elements.begin(), elements[0]->clone());
  std::vector<double> u{in[1], in[n - 1], in[0]};
  elements.push_back(std::make_unique<Bar>(rubber, 2, 0, 1.));
  out[0] += total(elements, u);
  elements.erase(elements.begin() + 1);
  out[1] += total(elements, u) * (double)steel.use_count();
}

ORACLE_MAIN(assembly, 5, 2, .3, 1.1)
