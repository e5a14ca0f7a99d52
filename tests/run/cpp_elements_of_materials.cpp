// flags: -std=c++17
// levels: O1 O2 O3 fast
/* Finite elements: virtual functions, clones, and materials that several elements share. The words
 * in which LLVM copies two members hold two integers in one class, an integer and a float in
 * another, and the tables of the elements have in the same slots what those of the counts of
 * std::shared_ptr have. */
#include "oracle.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Material {
  double e, nu;
  int id;
  std::string name;
};

struct Element {
  std::shared_ptr<Material> mat;
  Element(std::shared_ptr<Material> m) : mat(std::move(m)) {}
  virtual double energy(const std::vector<double> &u) const = 0;
  virtual std::unique_ptr<Element> clone() const = 0;
  virtual ~Element() = default;
};

struct Bar : Element {
  int a, b;
  double area;
  Bar(std::shared_ptr<Material> m, int a, int b, double s) : Element(m), a(a), b(b), area(s) {}
  double energy(const std::vector<double> &u) const override {
    double d = u.at(b) - u.at(a);
    return .5 * mat->e * area * d * d;
  }
  std::unique_ptr<Element> clone() const override { return std::make_unique<Bar>(*this); }
};

struct Spring : Element {
  int a;
  float k;
  Spring(std::shared_ptr<Material> m, int a, float k) : Element(m), a(a), k(k) {}
  double energy(const std::vector<double> &u) const override {
    if (u.at(a) < -10)
      throw std::runtime_error("spring");
    return k * mat->nu * pow(u[a], 3);
  }
  std::unique_ptr<Element> clone() const override { return std::make_unique<Spring>(*this); }
};

static double total(const std::vector<std::unique_ptr<Element>> &elements,
                    const std::vector<double> &u) {
  double s = 0;
  for (auto &element : elements) {
    try {
      std::vector<double> local(u);
      local.push_back(1.);
      s += element->energy(local);
    } catch (const std::exception &x) {
      s += 1;
    }
  }
  return s;
}

PRIMAL(f) {
  auto steel = std::make_shared<Material>(
      Material{in[0] * 3, in[1], 1, "a steel of some grade with a long name"});
  auto rubber = std::make_shared<Material>(*steel);
  rubber->e *= .1;
  rubber->nu = in[2];
  std::vector<std::unique_ptr<Element>> elements;
  elements.push_back(std::make_unique<Bar>(steel, 0, 1, in[3]));
  elements.push_back(std::make_unique<Spring>(rubber, 1, .75f));
  elements.emplace_back(elements[0]->clone());
  elements.insert(elements.begin(), elements[1]->clone());
  std::vector<double> u{in[1], in[4], in[0]};
  elements.push_back(std::make_unique<Bar>(rubber, 2, 7, 1.));
  out[0] += total(elements, u);
  elements.erase(elements.begin() + 1);
  out[1] += total(elements, u) * steel.use_count();
}

ORACLE_MAIN(f, 5, 2, .3, 1.1)
