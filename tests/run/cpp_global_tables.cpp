/* Tables that global constructors fill before any derivative is taken: nothing in them is active,
 * and nobody asks for their shadows. */
#include "oracle.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

struct Weights {
  std::vector<double> values;
  Weights() {
    for (int i = 0; i < 8; i++)
      values.push_back(1.0 / (i + 1));
  }
  double operator()(size_t i) const { return values[i]; }
};
static Weights weights;
static std::map<std::string, double (*)(double)> functions = {
    {"sin", sin}, {"cos", cos}, {"exp", exp}};
static const std::map<std::string, double> settings = {{"scale", 1.5}, {"slope", 0.25}};
static std::vector<std::function<double(double)>> stages = {
    [](double x) { return x * x; }, [](double x) { return x + weights(2); }};

PRIMAL(tables) {
  (void)m;
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += weights(i) * in[i] * in[i];
  sum *= settings.at("scale") + settings.at("slope") * in[0];
  for (auto &stage : stages)
    sum = stage(sum) * 0.3;
  out[0] = functions.find("sin")->second(sum);
}
ORACLE_MAIN(tables, 5, 1, 0.5, 1.5)
