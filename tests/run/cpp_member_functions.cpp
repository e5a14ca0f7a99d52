/* Pointers to member functions, virtual ones and others in one table: each is an integer, the
 * function's address or a distance into the object's virtual table. */
#include "oracle.h"
#include <array>
#include <memory>
#include <vector>

namespace {

struct Spring {
  double stiffness, rest;
  Spring(double k, double r) : stiffness(k), rest(r) {}
  virtual ~Spring() = default;
  virtual double energy(double x) const { return 0.5 * stiffness * (x - rest) * (x - rest); }
  double force(double x) const { return stiffness * (x - rest); }
};

struct Damping {
  double factor;
  explicit Damping(double f) : factor(f) {}
  virtual ~Damping() = default;
  virtual double damp(double v) const { return factor * v * v; }
  double linear(double v) const { return factor * v; }
};

struct Damper : Spring, Damping {
  Damper(double k, double r, double f) : Spring(k, r), Damping(f) {}
  double energy(double x) const override { return Spring::energy(x) + factor * x * x * x; }
  double damp(double v) const override { return Damping::damp(v) + stiffness * v; }
};

using Law = double (Spring::*)(double) const;
using Rate = double (Damper::*)(double) const;

__attribute__((noinline)) double apply(const Spring &spring, Law law, double x) {
  return (spring.*law)(x);
}

} // namespace

PRIMAL(laws) {
  std::vector<std::unique_ptr<Spring>> springs;
  for (int i = 0; i < 4; i++)
    if (i % 2)
      springs.push_back(std::make_unique<Spring>(in[i] * in[i], 0.1));
    else
      springs.push_back(std::make_unique<Damper>(in[i], 1 + in[0], in[1]));
  std::array<Law, 2> table{&Spring::energy, &Spring::force};
  Law chosen = in[3] > 10 ? &Spring::energy : &Spring::force;
  out[0] = out[1] = 0;
  for (const auto &spring : springs) {
    for (Law law : table)
      out[0] += (spring.get()->*law)(in[2]);
    out[1] += apply(*spring, chosen, in[1]) * apply(*spring, table[0], in[0]);
  }
  /* Those of the second base move the object pointer too. */
  std::vector<Rate> rates{&Damper::damp, &Damper::linear, &Damper::energy, &Damper::force};
  for (int i = 0; i < 6; i++)
    out[1] += (static_cast<Damper &>(*springs[2]).*rates[i % rates.size()])(out[0]) / (i + 1);
}
ORACLE(laws, 4, 2, 0.5, 1)
int main() {
  laws_oracle();
  return oracle_exit();
}
