/* A vector of floats that are constants is filled from a list, which without optimisation moves as
 * one word, next to a vector of pointers in one structure: the constants have no adjoint. */
#include "oracle.h"
#include <memory>
#include <vector>
struct Asset {
  virtual ~Asset() = default;
  virtual double value(double rate) const = 0;
};
struct Bond : Asset {
  double face;
  explicit Bond(double face) : face(face) {}
  double value(double rate) const override { return face * rate; }
};
struct Portfolio : Asset {
  std::vector<std::shared_ptr<Asset>> assets;
  std::vector<float> weights;
  double value(double rate) const override {
    double sum = 0;
    for (size_t i = 0; i < assets.size(); i++)
      sum += weights[i] * assets[i]->value(rate);
    return sum;
  }
};

PRIMAL(worth) {
  auto inner = std::make_shared<Portfolio>();
  inner->assets = {std::make_shared<Bond>(in[0])};
  inner->weights = {1.5f, -0.5f};
  Portfolio all;
  all.assets.push_back(std::make_unique<Bond>(in[1]));
  all.assets.push_back(inner);
  all.weights = {3.f, 0.5f};
  out[0] += all.value(in[1]);
}
ORACLE_MAIN(worth, 2, 1, 0.5, 0.9)
