// large: takes long to compile
// Second derivatives of structures in which a text too long to stand in them lies beside numbers:
// a block of text is its own shadow, and is released once.
#include "oracle.h"
#include <map>
#include <string>
#include <vector>
extern int enzyme_dup, enzyme_const;
extern "C" void __enzyme_autodiff_gradient(void *, ...);
extern "C" void __enzyme_fwddiff_gradient(void *, ...);
extern "C" double __enzyme_fwddiff_tangent(void *, ...);
extern "C" void __enzyme_autodiff_tangent(void *, ...);
constexpr int size = 3;

struct Load {
  std::string name;
  double force;
};

static double one(double *x) {
  Load load{"dead load of the whole structure", x[0] * x[1]};
  Load copy = load;
  return copy.force * load.force * x[2];
}
static double records(double *x) {
  std::vector<Load> loads{{"wind", x[0]}, {"snow on the northern roof", x[1]}};
  loads.push_back({"people on the upper floors", x[2] * x[0]});
  double sum = 0;
  for (const Load &load : loads)
    sum += load.name.size() * load.force * load.force * 0.1;
  return sum * x[0];
}
static double by_name(double *x) {
  std::map<std::string, std::pair<double, int>> loads{{"wind", {x[0], 1}},
                                                      {"snow on the northern roof", {x[1], 2}}};
  loads["people on the upper floors"].first += x[2] * x[1];
  double product = 1;
  for (auto &[name, load] : loads)
    product *= load.first + load.second;
  return product;
}

template <double (*function)(double *)> struct Second {
  static void gradient(double *x, double *dx) {
    __enzyme_autodiff_gradient((void *)function, enzyme_dup, x, dx);
  }
  static double tangent(double *x, double *along) {
    return __enzyme_fwddiff_tangent((void *)function, enzyme_dup, x, along);
  }
  static void check() {
    const double along[size] = {0.3, -0.7, 1.1}, step = 1e-5;
    double expected[size];
    for (int side = -1; side <= 1; side += 2) {
      double x[size] = {0.4, 1.2, 0.9}, dx[size] = {};
      for (int i = 0; i < size; i++)
        x[i] += side * step * along[i];
      gradient(x, dx);
      for (int i = 0; i < size; i++)
        expected[i] = (side < 0 ? 0 : expected[i]) + side * dx[i] / (2 * step);
    }
    double x[size] = {0.4, 1.2, 0.9}, t[size] = {0.3, -0.7, 1.1};
    double dx[size] = {}, forward_reverse[size] = {}, reverse_forward[size] = {};
    double reverse_reverse[size] = {}, seed[size] = {0.3, -0.7, 1.1};
    __enzyme_fwddiff_gradient((void *)gradient, enzyme_dup, x, t, enzyme_dup, dx, forward_reverse);
    __enzyme_autodiff_tangent((void *)tangent, enzyme_dup, x, reverse_forward, enzyme_const, t);
    __enzyme_autodiff_gradient((void *)gradient, enzyme_dup, x, reverse_reverse, enzyme_dup, dx,
                               seed);
    for (int i = 0; i < size; i++) {
      CLOSE(forward_reverse[i], reverse_forward[i]);
      CLOSE(reverse_reverse[i], reverse_forward[i]);
      if (std::fabs(forward_reverse[i] - expected[i]) > 1e-6)
        std::exit(1);
    }
  }
};

int main() {
  Second<one>::check();
  Second<records>::check();
  Second<by_name>::check();
  return oracle_exit();
}
