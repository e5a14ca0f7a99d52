// adcc: -O2 --explain
// flags: -O2 -Xclang -disable-llvm-passes
// What a layer reads in an inner loop is read again from where it is: no step writes there, as each
// has a new block.
// prints: the reverse derivative of 'f.*' keeps .* 8 \* trips\(loop 1 deep\) \* trips\(loop 2 deep\) \* trips\(loop 3 deep\) bytes on the tape
// never: kept on the tape: .*loop 4 deep
#include <cmath>
#include <cstddef>
#include <vector>
template <class... T> void __adcc_autodiff(void *, T...);

using Vector = std::vector<double>;
struct Layer {
  std::vector<Vector> weights;
  Vector bias;
  Vector apply(const Vector &x) const {
    Vector y(weights.size());
    for (std::size_t i = 0; i < weights.size(); i++) {
      double sum = bias[i];
      for (std::size_t j = 0; j < x.size(); j++)
        sum += weights[i][j] * x[j];
      y[i] = std::tanh(sum);
    }
    return y;
  }
};
double f(const Layer *net, int layers, const double *x, int n) {
  double loss = 0;
  for (int s = 0; s < n; s++) {
    Vector h(x + 16 * s, x + 16 * s + 16);
    for (int l = 0; l < layers; l++)
      h = net[l].apply(h);
    for (double v : h)
      loss += v * v;
  }
  return loss;
}
void gradient(const Layer *net, Layer *dnet, int layers, const double *x, double *dx, int n) {
  __adcc_autodiff((void *)f, net, dnet, layers, x, dx, n);
}
