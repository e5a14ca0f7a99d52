// A float that an input comes to, beside doubles, in objects with a virtual base: where the copies of one add up,
// nothing tells which of its bytes are which. The program stops, and says where; where each object is copied
// once, nothing adds up.
#include "oracle.h"
#include "stops.h"
#include <memory>
#include <string>
#include <vector>

double __enzyme_autodiff(void *, ...);

namespace {
struct Property {
  virtual ~Property() = default;
  std::string name;
};
struct Fluid : virtual Property {
  double mu;
  float saturation;
  virtual Fluid *clone() const { return new Fluid(*this); }
  virtual double mobility(double s) const { return s * s * mu; }
};
struct Gas : Fluid {
  double z;
  Gas *clone() const override { return new Gas(*this); }
  double mobility(double s) const override { return s * s * z; }
};
template <int copies> double mobility(const double *in) {
  auto gas = std::make_unique<Gas>();
  auto oil = std::make_unique<Fluid>();
  gas->name = "gas", gas->mu = in[0], gas->saturation = (float)in[1], gas->z = in[2];
  oil->name = "oil", oil->mu = in[0] * in[2], oil->saturation = (float)(in[0] * in[1]);
  std::vector<std::unique_ptr<Fluid>> fluids;
  fluids.push_back(std::move(gas));
  fluids.push_back(std::move(oil));
  double sum = 0, left = in[0];
  for (int i = 0; i < copies; i++)
    for (auto &fluid : fluids) {
      std::unique_ptr<Fluid> copy(fluid->clone());
      sum += copy->mobility(left * copy->saturation);
      left *= copy->mu;
    }
  return sum;
}
template <int copies> double gradient(int k) {
  double in[3] = {0.75, 1.25, 0.5}, shadow[3] = {0};
  __enzyme_autodiff((void *)mobility<copies>, in, shadow);
  return shadow[k];
}
template <int copies> double difference(int k) {
  double in[3] = {0.75, 1.25, 0.5}, step = 1.0 / 64;
  in[k] += step;
  double above = mobility<copies>(in);
  in[k] -= 2 * step;
  return (above - mobility<copies>(in)) / (2 * step);
}
} // namespace

int main() {
  for (int k = 0; k < 3; k++)
    EXPECT(fabs(gradient<1>(k) - difference<1>(k)) < 1e-2);
  EXPECT(STOPS(gradient<3>(0)));
  return oracle_exit();
}
