// A registry that static constructors have filled before the derivative is called: by the request's word
// (runtime_activity) what has no shadow carries no derivative.
#include "oracle.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

static std::map<std::string, std::function<double(double)>> registry{
    {"tanh", [](double x) { return std::tanh(x); }}, {"exp", [](double x) { return std::exp(x); }}};
static std::vector<double> *weights = new std::vector<double>{0.5, 1.5};

struct Layer {
  std::vector<double> scale;
  std::function<double(double)> activation;
};

static double run(const double *x) {
  std::vector<std::unique_ptr<Layer>> layers;
  for (const char *name : {"tanh", "exp"}) {
    layers.emplace_back(std::make_unique<Layer>());
    layers.back()->activation = registry.at(name);
    layers.back()->scale.assign(1, x[1]);
  }
  double state = x[0];
  for (size_t i = 0; i < layers.size(); i++)
    state = layers[i]->activation(layers[i]->scale[0] * state) * (*weights)[i];
  return state;
}

extern "C" {
extern int adcc_runtime_activity;
extern void __adcc_autodiff_run(void *, ...);
extern double __adcc_fwddiff_run(void *, ...);
}

int main() {
  double x[] = {0.3, 0.7}, dx[] = {0, 0}, tangent[] = {0.4, -1.1}, h = 1e-6;
  __adcc_autodiff_run((void *)run, adcc_runtime_activity, adcc_dup, x, dx);
  for (int i = 0; i < 2; i++) {
    double up[] = {x[0], x[1]}, down[] = {x[0], x[1]};
    up[i] += h, down[i] -= h;
    double quotient = (run(up) - run(down)) / (2 * h);
    if (!(std::fabs(dx[i] - quotient) < 1e-7))
      return 1;
  }
  CLOSE(__adcc_fwddiff_run((void *)run, adcc_runtime_activity, adcc_dup, x, tangent),
        dx[0] * tangent[0] + dx[1] * tangent[1]);
  return oracle_exit();
}
