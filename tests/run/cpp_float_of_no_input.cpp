// A float that no input comes to, beside doubles that carry derivatives, in objects with a virtual base: where one
// is copied, nothing tells which of its bytes are which, and run time adds up doubles.
#include "oracle.h"
#include <memory>
#include <string>
#include <vector>
namespace {
struct Property {
  virtual ~Property() = default;
  std::string name;
};
struct Density : virtual Property {
  double rho;
};
struct Viscosity : virtual Property {
  double mu, e;
  virtual double at(double T) const { return mu * std::exp(e / (1 + T)); }
};
struct Fluid : Density, Viscosity {
  float saturation;
  bool wetting = false;
  virtual Fluid *clone() const { return new Fluid(*this); }
  virtual double mobility(double s) const { return wetting ? s * s : s * rho; }
};
struct Gas : Fluid {
  double z;
  Gas *clone() const override { return new Gas(*this); }
  double mobility(double s) const override { return s * s * s * z; }
};
} // namespace
PRIMAL(mobility) {
  std::vector<std::unique_ptr<Fluid>> fluids, copies;
  auto gas = std::make_unique<Gas>();
  gas->name = "gas", gas->rho = 0.3, gas->mu = in[3], gas->e = in[2], gas->saturation = 0.4f, gas->z = in[1];
  auto oil = std::make_unique<Fluid>();
  oil->name = "oil", oil->rho = in[0] * in[2], oil->mu = 0.5, oil->e = 0.1, oil->saturation = 0.9f, oil->wetting = n > 4;
  fluids.push_back(std::move(gas));
  fluids.push_back(std::move(oil));
  for (int i = 0; i < 3; i++)
    for (auto &fluid : fluids)
      copies.emplace_back(fluid->clone());
  double left = 1;
  for (int j = 0; j < m; j++)
    out[j] = 0;
  for (auto &fluid : copies) {
    double s = left * fluid->saturation;
    out[0] += fluid->mobility(s) * in[0] / fluid->at(in[1]);
    out[1] += fluid->rho * s;
    left -= s;
  }
}
ORACLE_MAIN(mobility, 4, 2, 0.3, 1.2)
