// large: takes long to compile
// flags: -std=c++17
// levels: O1
/* A regular expression beside the numbers, as long as it takes to compile one: its automaton has
 * small structures in registers, too short for addresses, in memory where pointers and numbers lie.
 */
#include "oracle.h"
#include <map>
#include <regex>
#include <string>
PRIMAL(parse) {
  const std::string text = "a=2*x0; b=3*x1; c=x2; d=10*x0";
  static const std::regex term("([a-z])=(?:(\\d+)\\*)?x(\\d)");
  std::map<std::string, double> values;
  for (std::sregex_iterator it(text.begin(), text.end(), term), end; it != end; ++it) {
    const std::smatch &m = *it;
    double c = m[2].matched ? std::stod(m[2].str()) : 1;
    values[m[1]] = c * in[std::stoi(m[3])];
  }
  for (auto &[k, v] : values)
    out[0] += v * v;
  out[0] += values["a"] * values["b"];
}
ORACLE_MAIN(parse, 3, 1, .3, 1.2)
