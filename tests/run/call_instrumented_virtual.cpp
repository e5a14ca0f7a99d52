// flags: -finstrument-functions
// Functions that say when they are entered and left, by their addresses: what a virtual destructor may
// be is what stands in its slot, not every function.
#include "oracle.h"
#include <memory>
#include <vector>

struct Law {
  virtual ~Law() = default;
  virtual double of(double x) const = 0;
};
struct Scaled : Law {
  double factor;
  explicit Scaled(double factor) : factor(factor) {}
  double of(double x) const override { return factor * x; }
};
struct Shifted : Law {
  double offset;
  explicit Shifted(double offset) : offset(offset) {}
  double of(double x) const override { return offset + x; }
};

PRIMAL(through_laws) {
  (void)n, (void)m;
  std::vector<std::unique_ptr<Law>> laws;
  laws.push_back(std::make_unique<Scaled>(in[0]));
  laws.push_back(std::make_unique<Shifted>(in[1]));
  double sum = 0;
  for (auto &law : laws)
    sum += law->of(in[2]) * sum + law->of(in[0]);
  out[0] = sum;
}
ORACLE_MAIN(through_laws, 3, 1, 0.9, 1.1)
