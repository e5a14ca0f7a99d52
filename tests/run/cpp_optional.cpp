// flags: -std=c++17
/* optional and variant: doubles in tagged storage. */
#include "oracle.h"
#include <optional>
#include <variant>
static std::optional<double> root(double x) {
  if (x < 0.8)
    return std::nullopt;
  return sqrt(x);
}
PRIMAL(tagged) {
  std::variant<int, double> v =
      in[0] > 1 ? std::variant<int, double>(in[0] * in[1]) : std::variant<int, double>(3);
  double x = std::holds_alternative<double>(v) ? std::get<double>(v) : std::get<int>(v);
  out[0] = root(in[0]).value_or(in[1]) * root(in[1]).value_or(2.0);
  out[1] = x * in[1];
}
ORACLE_MAIN(tagged, 2, 2, 0.5, 1.5)
