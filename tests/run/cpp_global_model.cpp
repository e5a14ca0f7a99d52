/* A model and tables that the program fills before anything is differentiated, read by functions
 * that other vectors with derivatives go through as well. What they hold is constant. */
#include "oracle.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Model {
  std::vector<double> weights;
  double bias;
};

static std::vector<double> table;
static std::vector<std::vector<double>> basis;
static std::map<std::string, double> settings;
static std::unique_ptr<Model> owned;
Model *shared;

static const std::map<std::string, double (*)(double)> &activations() {
  static const std::map<std::string, double (*)(double)> all{
      {"square", [](double x) { return x * x; }}, {"tanh", [](double x) { return std::tanh(x); }}};
  return all;
}

static __attribute__((noinline)) double dot(const std::vector<double> &a,
                                            const std::vector<double> &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); i++)
    sum += a[i] * b[i];
  return sum;
}

static __attribute__((noinline)) void axpy(double a, const std::vector<double> &x,
                                           std::vector<double> &y) {
  for (size_t i = 0; i < x.size(); i++)
    y[i] += a * x[i];
}

PRIMAL(evaluate) {
  std::vector<double> x(in, in + 3), y = x;
  axpy(in[0], table, y);
  double sum = dot(x, table) + dot(y, y);
  for (auto &vector : basis)
    sum += dot(vector, y) * dot(x, vector);
  out[0] += sum + settings["gain"] * in[1];
  std::vector<double> copy = table;
  axpy(in[1], x, copy);
  std::vector<double> scaled = shared->weights;
  for (double &weight : scaled)
    weight *= in[0];
  out[1] += dot(copy, owned->weights) + owned->bias * in[0] + dot(scaled, shared->weights);
  out[1] += activations().at("square")(in[2]) + activations().at("tanh")(in[1]);
}

static void fill() {
  table = {0.1, 0.2, 0.3};
  basis.push_back({1, 2, 3});
  basis.push_back({0.4, 0, 1});
  settings["gain"] = 3.5;
  settings["a name of which the text lies on the heap"] = 1;
  owned = std::make_unique<Model>(Model{{1, -1, 2}, 0.5});
  shared = owned.get();
}

static struct Filled {
  Filled() { fill(); }
} filled;

ORACLE_MAIN(evaluate, 3, 2, 0.4, 1.2)
