// adcc: -O2 --explain
// flags: -O2 -Xclang -disable-llvm-passes
// What a step makes and gives back is one block for all steps, of which a vector keeps what is
// read again: neither its address nor its size, nor the zeros that it is filled with.
// prints: the reverse derivative of .*simulate.* keeps 16 \* .* bytes on the tape; 0 values are read again
// never: the address of a shadow is kept
#include <cmath>
#include <cstddef>
#include <vector>
template <class... T> void __adcc_autodiff(void *, T...);

using Vector = std::vector<double>;
static Vector rate(const Vector &y) {
  Vector d(y.size());
  for (std::size_t i = 0; i < y.size(); i++)
    d[i] = y[i] * y[i];
  return d;
}
static Vector moved(const Vector &y, double h, const Vector &d) {
  Vector r(y.size());
  for (std::size_t i = 0; i < y.size(); i++)
    r[i] = y[i] + h * d[i];
  return r;
}
double simulate(const double *in, int n, int steps) {
  Vector y(in, in + n);
  for (int step = 0; step < steps; step++) {
    Vector k1 = rate(y), k2 = rate(moved(y, 0.1, k1));
    for (int i = 0; i < n; i++)
      y[i] += 0.05 * (k1[i] + k2[i]);
  }
  double sum = 0;
  for (double v : y)
    sum += v;
  return sum;
}
void gradient(const double *in, double *din, int n, int steps) {
  __adcc_autodiff((void *)simulate, in, din, n, steps);
}
