// Vectors that a loop fills with what it reads from the vector that they replace: each step has a
// block of its own, and the block of the step before is still read while the new one is filled.
// Sizes and pointers that some iterations alone read again may have changed since, or not.
#include "oracle.h"

#include <cmath>
#include <utility>
#include <vector>

using Vector = std::vector<double>;

struct Layer {
  std::vector<Vector> weight;
  Vector bias;
  Vector apply(const Vector &x) const {
    Vector y;
    y.reserve(weight.size());
    for (size_t i = 0; i < weight.size(); i++) {
      double sum = bias[i];
      for (size_t k = 0; k < x.size(); k++)
        sum += weight[i][k] * x[k];
      y.push_back(std::tanh(sum));
    }
    return y;
  }
  Vector grow(const Vector &x) const { // without reserve
    Vector y;
    for (size_t i = 0; i < weight.size(); i++) {
      y.push_back(bias[i] * bias[i]);
      for (size_t k = 0; k < x.size(); k++)
        y.back() += 0.2 * weight[i][k] * x[k];
    }
    return y;
  }
};

static std::vector<Layer> net_of(const double *in, const std::vector<int> &sizes) {
  std::vector<Layer> net;
  int p = 0;
  for (size_t l = 0; l + 1 < sizes.size(); l++) {
    Layer layer;
    for (int i = 0; i < sizes[l + 1]; i++) {
      Vector row;
      for (int k = 0; k < sizes[l]; k++)
        row.push_back(in[p++ % 6] * std::cos(p));
      layer.weight.push_back(row);
      layer.bias.push_back(0.1 * in[p % 6]);
    }
    net.push_back(layer);
  }
  return net;
}

PRIMAL(layers) {
  auto net = net_of(in, {4, 5, 3, 6});
  for (int s = 0; s < 3; s++) {
    Vector h(in, in + 4), g(in, in + 4);
    for (auto &layer : net)
      h = layer.apply(h);
    for (auto &layer : net)
      g = layer.grow(g);
    for (double v : h)
      out[0] += v * v;
    for (double v : g)
      out[1] += std::sin(v + s);
  }
}
// A layer without results makes an empty vector, which the next one reads.
PRIMAL(empty) {
  auto net = net_of(in, {4, 3, 0, 2});
  Vector h(in, in + 4);
  for (auto &layer : net)
    h = layer.apply(h);
  for (double v : h)
    out[0] += v * v;
  out[1] = out[0] * in[0];
}
// Older blocks stay in use: two states take turns.
PRIMAL(turns) {
  Vector old(in, in + 6), now(in, in + 6);
  for (int t = 0; t < 5; t++) {
    Vector next;
    for (size_t i = 0; i < now.size(); i++)
      next.push_back(2 * now[i] - old[i] + 0.01 * std::sin(now[(i + 1) % now.size()]));
    old = std::move(now);
    now = std::move(next);
  }
  for (size_t i = 0; i < now.size(); i++)
    out[i % 2] += now[i] * old[i];
}
// What is pushed is made of what was pushed before, and of the vector from before.
PRIMAL(itself) {
  Vector h(in, in + 6);
  for (int t = 0; t < 4; t++) {
    Vector y;
    y.push_back(h[5]);
    for (size_t i = 0; i < 5; i++)
      y.push_back(0.5 * y.back() * h[i] + y[i / 2]);
    h = y;
  }
  out[0] = h[5];
  out[1] = h[2] * h[3];
}
// A bound that is read again now and then, and that the loop, or what is around it, writes.
struct Bound {
  long n;
  double *data;
};
__attribute__((noinline)) static double bounded(Bound *b, Bound *c, double x) {
  double sum = 0;
  for (int t = 0; t < 3; t++) {
    long n = b->n;
    for (long i = 0; i < n; i++) {
      sum += b->data[i] * x * (1 + i);
      if (i % 3 == 1)
        n = b->n; // what c says, if they are one
      c->n = 4 + t % 2;
    }
    b->n += t;
  }
  return sum;
}
PRIMAL(bounds) {
  double data[12];
  for (int i = 0; i < 12; i++)
    data[i] = in[i % 6] * in[(i + 1) % 6];
  Bound one = {6, data}, other = {7, data + 1};
  out[0] = bounded(&one, &other, in[0]);
  out[1] = bounded(&one, &one, in[1]);
}
// A pointer that some iterations read again, of which one has changed it.
PRIMAL(moved) {
  double a[6], b[6];
  for (int i = 0; i < 6; i++)
    a[i] = in[i] * in[i], b[i] = std::sin(in[i]);
  double *held = a, **place = &held;
  for (int t = 0; t < 2; t++) {
    double *p = *place;
    for (int i = 0; i < 6; i++) {
      out[t] += p[i] * in[5 - i];
      if (i % 2)
        p = *place;
      if (i == 2)
        *place = b;
    }
    *place = t ? a : b;
  }
}

ORACLE(layers, 6, 2, 0.4, 1.4)
ORACLE(empty, 6, 2, 0.4, 1.4)
ORACLE(turns, 6, 2, 0.4, 1.4)
ORACLE(itself, 6, 2, 0.4, 1.4)
ORACLE(bounds, 6, 2, 0.4, 1.4)
ORACLE(moved, 6, 2, 0.4, 1.4)

int main(void) {
  layers_oracle();
  empty_oracle();
  turns_oracle();
  itself_oracle();
  bounds_oracle();
  moved_oracle();
  return oracle_exit();
}
