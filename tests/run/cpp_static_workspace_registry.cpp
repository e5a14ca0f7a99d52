// large: takes long to compile
// flags: -std=c++17
/* A vector to work in, kept from call to call, in a program with a registry of makers by name:
 * where the one's blocks go is found whatever goes through the other. */
#include "oracle.h"
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

/* The shadow of what is kept is not released. */
extern "C" int __lsan_is_turned_off(void) { return 1; }

struct Kernel {
  virtual ~Kernel() = default;
  virtual double operator()(double distance) const = 0;
};
class Registry {
  std::map<std::string, std::function<std::unique_ptr<Kernel>(const double *)>> makers;
  Registry() = default;

public:
  static Registry &instance() {
    static Registry registry;
    return registry;
  }
  template <class Made> struct Add {
    explicit Add(const char *name) {
      instance().makers[name] = [](const double *x) { return std::make_unique<Made>(x); };
    }
  };
  std::unique_ptr<Kernel> make(const std::string &name, const double *x) const {
    auto maker = makers.find(name);
    return maker == makers.end() ? nullptr : maker->second(x);
  }
};
struct Gaussian : Kernel {
  double length;
  explicit Gaussian(const double *x) : length(x[0]) {}
  double operator()(double d) const override { return exp(-d * d / (2 * length * length)); }
};
struct Periodic : Kernel {
  double length, period;
  explicit Periodic(const double *x) : length(x[0]), period(x[1]) {}
  double operator()(double d) const override {
    double s = sin(d / period);
    return exp(-2 * s * s / (length * length));
  }
};
static Registry::Add<Gaussian> gaussian("gaussian");
static Registry::Add<Periodic> periodic("periodic with a long name");

static double *workspace(size_t size) {
  static std::vector<double> buffer;
  if (buffer.size() < size)
    buffer.resize(size);
  return buffer.data();
}
static double *workspace_of_thread(size_t size) {
  static thread_local std::vector<double> buffer;
  if (buffer.size() < size)
    buffer.resize(size);
  return buffer.data();
}

/* The factor of the matrix of the kernel, and its determinant. */
static double log_determinant(const Kernel &kernel, double noise, double *l, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = kernel(fabs(0.7 * i - 0.6 * j)) + (i == j ? noise : 0);
      for (int k = 0; k < j; k++)
        s -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = i == j ? sqrt(s) : s / l[j * n + j];
      sum += i == j ? log(l[i * n + i]) : 0;
    }
  return sum;
}
PRIMAL(likelihood) {
  for (const std::string name : {"gaussian", "periodic with a long name", "none"}) {
    std::unique_ptr<Kernel> kernel = Registry::instance().make(name, in);
    if (!kernel) {
      out[0] += in[0];
      continue;
    }
    out[0] += log_determinant(*kernel, in[2], workspace(25), 5);
    out[0] += log_determinant(*kernel, in[2] * in[1], workspace_of_thread(25), 4);
  }
}
ORACLE_MAIN(likelihood, 3, 1, 0.8, 1.4)
