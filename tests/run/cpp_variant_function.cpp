/* A variant of layers whose places hold an address in one alternative and a number in another: a
 * vector, a function with a gain, and settings. Temporaries of it have the type of the first. */
// flags: -std=c++20
#include "oracle.h"
#include <optional>
#include <variant>
#include <vector>

struct Dense {
  std::vector<double> weights;
  double bias;
};
struct Activation {
  double (*function)(double);
  double gain;
};
struct Norm {
  double floor;
  std::optional<double> scale;
};
using Layer = std::variant<Dense, Activation, Norm>;

static double softplus(double x) { return log1p(exp(x)); }
static double gelu(double x) { return 0.5 * x * (1 + erf(x * M_SQRT1_2)); }

struct Apply {
  double x;
  double operator()(const Dense &d) const { return d.weights[0] * x + d.weights[1] + d.bias; }
  double operator()(const Activation &a) const { return a.gain * a.function(x); }
  double operator()(const Norm &n) const {
    return x * n.scale.value_or(1.0) / sqrt(n.floor + x * x);
  }
};

PRIMAL(network) {
  std::vector<Layer> layers;
  layers.push_back(Dense{std::vector<double>(in, in + 2), in[2]});
  layers.push_back(Activation{softplus, in[0]});
  layers.push_back(Norm{0.1, in[1]});
  layers.push_back(Activation{gelu, 1.5});
  layers.push_back(Norm{in[3], std::nullopt});
  layers.emplace_back(Dense{std::vector<double>(in + 1, in + 3), in[0]});
  double x = in[3];
  for (const Layer &layer : layers)
    x = std::visit(Apply{x}, layer);
  out[0] += x;
}
ORACLE_MAIN(network, 4, 1, 0.1, 0.9)
