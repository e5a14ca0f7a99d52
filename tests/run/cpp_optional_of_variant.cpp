/* A tree of values in a variant, each a decision, a number or others: a number is made of a decision
 * beside numbers that are found, and has no tangent. */
#include "oracle.h"
#include <optional>
#include <variant>
#include <vector>

struct Value;
using Values = std::vector<Value>;
struct Value {
  std::variant<bool, double, Values> held;
  std::optional<double> number() const {
    if (auto *number = std::get_if<double>(&held))
      return *number;
    if (auto *decision = std::get_if<bool>(&held))
      return *decision ? 1.0 : 0.25;
    return {};
  }
};
static double sum(const Value &value) {
  if (auto number = value.number())
    return *number;
  double total = 0;
  for (auto &one : std::get<Values>(value.held))
    total += sum(one) * 0.9;
  return total;
}

PRIMAL(values) {
  Value a{true}, b{in[0]}, c{in[1] * in[0]}, d{false};
  Value inner{Values{a, c}};
  out[0] = sum(Value{Values{a, b, d, inner}});
}
ORACLE(values, 2, 1, 0.5, 1.5)

int main() { return values_oracle() != ORACLE_OK; }
