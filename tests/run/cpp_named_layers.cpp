/* A network of layers that carry their name: a vector of them grows, and so moves strings that keep
 * their text within themselves beside vectors that carry derivatives. */
#include "oracle.h"
#include <string>
#include <vector>

namespace {
struct Layer {
  std::vector<double> weights, bias;
  int inputs, outputs;
  std::string name;

  Layer(int inputs, int outputs, double scale, const char *name)
      : weights(inputs * outputs), bias(outputs), inputs(inputs), outputs(outputs), name(name) {
    for (int i = 0; i < inputs * outputs; i++)
      weights[i] = scale / (i + 1);
    for (int i = 0; i < outputs; i++)
      bias[i] = .1 * i;
  }
  std::vector<double> operator()(const std::vector<double> &x) const {
    std::vector<double> y(bias);
    for (int j = 0; j < outputs; j++) {
      for (int i = 0; i < inputs; i++)
        y[j] += weights[j * inputs + i] * x[i];
      y[j] = std::tanh(y[j]) * (double)name.size();
    }
    return y;
  }
};
} // namespace

PRIMAL(network) {
  std::vector<Layer> layers;
  layers.emplace_back(2, 3, in[0], "first");
  layers.emplace_back(3, 3, in[1] * in[1], "a hidden layer with a name of some length");
  layers.emplace_back(3, 1, in[0] * in[1], "last");
  std::vector<double> values = {in[0], 1 - in[1]};
  for (const Layer &layer : layers)
    values = layer(values);
  out[0] += values[0];
}
ORACLE_MAIN(network, 2, 1, 0.3, 1.2)
