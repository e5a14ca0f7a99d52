// large: takes long to compile
// Second derivatives of functions with containers: their reverse derivatives have calls that may
// throw, cleanups behind them, and loops that are left in two places.
#include "oracle.h"
#include <algorithm>
#include <map>
#include <vector>
extern int enzyme_dup, enzyme_const;
extern "C" void __enzyme_autodiff_gradient(void *, ...);
extern "C" void __enzyme_fwddiff_gradient(void *, ...);
extern "C" double __enzyme_fwddiff_tangent(void *, ...);
extern "C" void __enzyme_autodiff_tangent(void *, ...);
constexpr int size = 3;

template <double (*function)(double *)> struct Second {
  static void gradient(double *x, double *dx) {
    __enzyme_autodiff_gradient((void *)function, enzyme_dup, x, dx);
  }
  static double tangent(double *x, double *along) {
    return __enzyme_fwddiff_tangent((void *)function, enzyme_dup, x, along);
  }
  static void check() {
    const double at[size] = {0.4, 1.2, 0.9}, along[size] = {0.3, -0.7, 1.1}, step = 1e-5;
    double expected[size];
    for (int side = -1; side <= 1; side += 2) {
      double x[size], dx[size] = {};
      for (int i = 0; i < size; i++)
        x[i] = at[i] + side * step * along[i];
      gradient(x, dx);
      for (int i = 0; i < size; i++)
        expected[i] = (side < 0 ? 0 : expected[i]) + side * dx[i] / (2 * step);
    }
    double x[size], t[size], dx[size] = {}, forward_reverse[size] = {}, reverse_forward[size] = {};
    std::copy(at, at + size, x);
    std::copy(along, along + size, t);
    __enzyme_fwddiff_gradient((void *)gradient, enzyme_dup, x, t, enzyme_dup, dx, forward_reverse);
    __enzyme_autodiff_tangent((void *)tangent, enzyme_dup, x, reverse_forward, enzyme_const, t);
    for (int i = 0; i < size; i++) {
      CLOSE(forward_reverse[i], reverse_forward[i]);
      if (std::fabs(forward_reverse[i] - expected[i]) > 1e-6)
        std::exit(1);
    }
  }
};

static double histogram(double *x) {
  std::map<int, double> bins;
  for (int i = 0; i < 7; i++)
    bins[i * 5 % 4] += x[i % size] * x[(i + 1) % size];
  bins.erase(2);
  double sum = 0;
  for (auto &[bin, value] : bins)
    sum += (bin + 1) * value * value * x[0];
  return sum;
}

static double trimmed(double *x) {
  std::vector<double> values;
  for (int i = 0; i < 20; i++)
    values.push_back(std::sin(i + x[i % size]) * x[0]);
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (size_t i = 2; i < values.size(); i++)
    sum = 0.5 * sum + values[i] * values[i];
  return sum;
}

int main() {
  Second<histogram>::check();
  Second<trimmed>::check();
  return oracle_exit();
}
