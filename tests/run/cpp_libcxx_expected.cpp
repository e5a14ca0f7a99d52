// flags: -stdlib=libc++ -std=c++23
// link: -stdlib=libc++
/* A number or an error, in one word: what libc++'s std::expected takes out of it is its low half,
 * which goes by other paths than its high half. */
#include "oracle.h"

#include <cmath>
#include <expected>
#include <optional>
#include <string>

enum class Error { Negative, Small };
typedef std::expected<double, Error> Result;

static Result logarithm(double v) {
  if (v <= 0)
    return std::unexpected(Error::Negative);
  return std::log(v);
}

static Result root(double v) {
  if (v < 0)
    return std::unexpected(Error::Small);
  return std::sqrt(v);
}

struct State {
  double a, b;
  std::string name;
};

static std::expected<State, std::string> state(double a, double b) {
  if (a > 1.2)
    return std::unexpected(std::string("too large a value for this state"));
  return State{a, b, "state of two values, with a name"};
}

static double chained(const double *in, size_t i, size_t n) {
  double x = in[i] - 0.7, y = in[(i + 1) % n];
  return logarithm(x)
      .and_then(root)
      .transform([&](double v) { return v * y; })
      .or_else([&](Error e) -> Result { return e == Error::Negative ? x * y : x * x + y; })
      .value();
}

static double named(const double *in, size_t i, double given) {
  auto kept = state(in[i], given);
  double sum = kept ? kept->a * kept->b * double(kept->name.size()) * 0.01
                    : double(kept.error().size()) * in[0] * 0.1;
  auto first = kept ? std::optional(kept->a) : std::nullopt;
  return sum + first.transform([](double v) { return v * v; })
                   .or_else([&] { return std::optional<double>(in[0] * given); })
                   .value_or(0);
}

PRIMAL(results) {
  out[0] = out[1] = 0;
  for (size_t i = 0; i < n; i++) {
    double v = chained(in, i, n);
    out[0] += v * v;
    out[1] += named(in, i, v);
  }
  (void)m;
}
ORACLE_MAIN(results, 4, 2, 0.4, 2.9)
