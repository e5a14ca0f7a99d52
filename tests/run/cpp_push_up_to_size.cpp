/* Vectors that a loop fills which runs up to the size of another one: with and without reserve(),
 * of a member, of what grows itself, and by pointers. */
#include "oracle.h"
#include <vector>

using Vector = std::vector<double>;
struct Layer {
  std::vector<Vector> weights;
  Vector bias;
  Vector apply(const Vector &x, bool reserves) const {
    Vector y;
    if (reserves)
      y.reserve(weights.size());
    for (size_t i = 0; i < weights.size(); i++) {
      double sum = bias[i];
      for (size_t j = 0; j < x.size(); j++)
        sum += weights[i][j] * x[j];
      y.push_back(std::tanh(sum));
    }
    return y;
  }
};
PRIMAL(layers) {
  std::vector<Layer> net;
  for (size_t count = 2; count < 5; count++) {
    Layer layer;
    layer.weights.assign(count, Vector(count == 2 ? n : count - 1));
    size_t k = count;
    for (auto &row : layer.weights)
      for (double &w : row)
        w = in[k++ % n] - 0.3;
    layer.bias.assign(count, 0.1 * in[count % n]);
    net.push_back(layer);
  }
  for (int step = 0; step < 3; step++) {
    Vector h(in, in + n);
    for (const Layer &layer : net)
      h = layer.apply(h, step == 1);
    for (double v : h)
      out[step % m] += v * v;
  }
}
ORACLE(layers, 5, 2, 0.2, 1.2)

/* The vector that is counted up to grows as well, or is the one that is filled. */
PRIMAL(both_grow) {
  Vector a(in, in + n), b;
  for (size_t i = 0; i < a.size(); i++) {
    b.push_back(a[i] * in[i % n]);
    if (a.size() < 2 * n)
      a.push_back(b.back() + in[0]);
  }
  for (size_t i = 0; i < b.size() && b.size() < 5 * n; i++)
    b.push_back(b[i] * 0.5);
  for (double v : b)
    out[0] += v * v;
}
ORACLE(both_grow, 4, 1, 0.2, 1.0)

PRIMAL(ranges) {
  std::vector<Vector> rows(3, Vector(in, in + n));
  for (int step = 0; step < 2; step++) {
    Vector sums;
    for (const Vector &row : rows) {
      double sum = 0;
      for (double v : row)
        sum += v * v;
      sums.push_back(sum);
    }
    for (size_t i = 0; i < rows.size(); i++)
      for (double &v : rows[i])
        v = 0.5 * v + 0.1 * sums[(i + 1) % sums.size()];
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += rows[i % 3][i];
}
ORACLE(ranges, 4, 2, 0.2, 1.0)

int main() {
  layers_oracle();
  both_grow_oracle();
  ranges_oracle();
  return oracle_exit();
}
