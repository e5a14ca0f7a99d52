/* Second derivatives through a loop that catches what a search in a map throws. The first derivative
 * lets go of strings in two places of the loop, both of which lead into what the other releases. */
#include "higher.h"
#include <map>
#include <stdexcept>
#include <string>

using Values = std::map<std::string, double>;

static double square_of(const std::string &name, const Values &values) {
  auto found = values.find(name);
  if (found == values.end())
    throw std::out_of_range(name);
  return found->second * found->second;
}

PRIMAL(evaluate) {
  Values values{{"x", in[0]}, {"y", in[1]}};
  static const char *const names[] = {"x", "y", "undefined"};
  for (int i = 0; i < 3; i++) {
    std::string name = names[i];
    try {
      out[0] += square_of(name, values) * in[0];
    } catch (const std::out_of_range &thrown) {
      out[0] += in[0] * in[1] * std::string(thrown.what()).size();
    }
  }
}

HIGHER_LEVEL(autodiff, evaluate, reverse)
HIGHER_LEVEL(fwddiff, evaluate, forward)
ORACLE(reverse, 4, 2, 0.4, 1.2)
ORACLE(forward, 4, 2, 0.4, 1.2)

int main() {
  reverse_oracle();
  forward_oracle();
  return oracle_exit();
}
