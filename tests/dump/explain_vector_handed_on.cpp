// adcc: -O2 --explain
// flags: -O2 -g
// A layer pushes its results into a vector that has reserved room for them, and that replaces its
// input then. How often it pushes is known although the size that bounds the loop is read again
// where a vector would grow, and that the vector's block is its own although others of it were made
// before: weights and inputs are read again, and what is kept is one number for each result.
// prints: the reverse derivative of 'loss.*' keeps 41 \* trips\(line [0-9]*\) \+ 32 \* trips\(line [0-9]*\) \* trips\(line [0-9]*\) \+ 8 \* trips\(line [0-9]*\) \* trips\(line [0-9]*\) \* trips\(line [0-9]*\) bytes on the tape
#include <cmath>
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
};
double loss(const Layer *net, int layers, const double *x, int steps) {
  double sum = 0;
  for (int s = 0; s < steps; s++) {
    Vector h(x + 16 * s, x + 16 * s + 16);
    for (int l = 0; l < layers; l++)
      h = net[l].apply(h);
    for (double v : h)
      sum += v * v;
  }
  return sum;
}
template <class... T> void __enzyme_autodiff(void *, T...);
void gradient(const Layer *net, Layer *dnet, int layers, const double *x, double *dx, int steps) {
  __enzyme_autodiff((void *)loss, net, dnet, layers, x, dx, steps);
}
