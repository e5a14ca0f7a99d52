// adcc: -O2 --explain
// flags: -O2 -Xclang -disable-llvm-passes
// A state that each step replaces by another one keeps its length: what a step makes besides is one
// block for all steps, and each state is kept where it is: two addresses and how it came there.
// prints: the reverse derivative of .*simulate.* keeps 24 \* trips\(loop 1 deep\) bytes on the tape
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
static Vector step(const Vector &y, double h) {
  Vector d = rate(y), r(y.size());
  for (std::size_t i = 0; i < y.size(); i++)
    r[i] = y[i] + h * d[i];
  return r;
}
double simulate(const double *in, int n, int steps) {
  Vector y(in, in + n);
  for (int i = 0; i < steps; i++)
    y = step(y, 0.1);
  double sum = 0;
  for (double v : y)
    sum += v;
  return sum;
}
void gradient(const double *in, double *din, int n, int steps) {
  __adcc_autodiff((void *)simulate, in, din, n, steps);
}
