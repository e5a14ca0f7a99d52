/* Text in arrays of a structure, beside a number, is appended to a string that has grown; the keys
 * of a map of numbers are, too. */
#include "oracle.h"
#include <cstring>
#include <map>
#include <string>
#include <vector>

struct Quantity {
  char unit[8];
  double value;
  char note[16];
};

static Quantity quantity(const char *unit, double value, const char *note) {
  Quantity made{};
  std::strncpy(made.unit, unit, 7);
  made.value = value;
  std::strncpy(made.note, note, 15);
  return made;
}

PRIMAL(quantities) {
  std::vector<Quantity> all;
  all.push_back(quantity("metre", in[0], "length-of-table"));
  all.push_back(quantity("kelvin", in[1] * 300, "temp"));
  all.push_back(quantity("mol/m^3", in[2] * in[0], "concentration.1"));
  std::map<std::string, double> table{{"velocity", in[0]}, {"rho", in[2]}};
  std::string text;
  double sum = 0;
  for (auto &one : all) {
    sum += one.value * std::strlen(one.note);
    text += one.unit;
    text += one.note;
  }
  for (auto &[key, value] : table) {
    sum += value * value * key.size();
    text += key;
  }
  out[0] = sum + all[0].value * all[1].value + text.size();
}

ORACLE(quantities, 3, 1, 0.3, 1.5)
int main() {
  quantities_oracle();
  return oracle_exit();
}
