/* A function-local static with a guard, a global object with a constructor. */
#include "oracle.h"
#include <vector>
static std::vector<double> &table() {
  static std::vector<double> values = {1, 0.5, 0.25};
  return values;
}
struct Config {
  double scale;
  Config() : scale(2.5) {}
};
static Config config;
PRIMAL(statics) {
  double x = 0;
  for (size_t i = 0; i < table().size(); i++)
    x += table()[i] * in[i] * in[i];
  out[0] = x * config.scale;
}
ORACLE_MAIN(statics, 3, 1, 0.5, 1.5)
