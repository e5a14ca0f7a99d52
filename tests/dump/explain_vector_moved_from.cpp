// adcc: -O2 --explain
// flags: -O2 -g
// A vector that has been moved from is cleared, by one memset of what are pointers at -O2. It leaves
// the numbers that a layer reads as they are: they are read again.
// prints: :19:16: remark: what is read here is read again from memory, which nothing overwrites
// prints: :19:31: remark: what is read here is read again from a copy of the memory
#include <cmath>
#include <memory>
#include <vector>
template <class... T> void __enzyme_autodiff(void *, T...);
struct Linear {
  const double *w, *b;
  int n;
  std::vector<double> operator()(const std::vector<double> &x) const {
    std::vector<double> y(n);
    for (int i = 0; i < n; i++) {
      double sum = b[i];
      for (int k = 0; k < n; k++)
        sum += w[i * n + k] * x[k];
      y[i] = sum;
    }
    return y;
  }
};
class Memory {
  Linear layer;
  std::vector<std::vector<double>> cache;

public:
  Memory(const double *in, int n) : layer{in, in + n * n, n} {}
  std::vector<double> step(const std::vector<double> &x) {
    cache.push_back(layer(x));
    std::vector<double> y(x.size());
    for (auto &old : cache)
      for (size_t i = 0; i < x.size(); i++)
        y[i] += std::tanh(old[i] + x[i]);
    return layer(y);
  }
};
void loss(const double *in, double *out, int n, int steps) {
  std::vector<std::unique_ptr<Memory>> blocks;
  for (int l = 0; l < 3; l++)
    blocks.push_back(std::make_unique<Memory>(in + l * (n * n + n), n));
  std::vector<double> x(n, 0.1);
  for (int t = 0; t < steps; t++)
    for (auto &block : blocks) {
      auto y = block->step(x);
      for (int i = 0; i < n; i++)
        x[i] += y[i];
    }
  out[0] = x[0];
}
void gradient(const double *in, double *din, double *out, double *dout, int n, int steps) {
  __enzyme_autodiff((void *)loss, in, din, out, dout, n, steps);
}
