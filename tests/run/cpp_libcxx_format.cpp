// flags: -std=c++23 -stdlib=libc++
// link: -stdlib=libc++
// What std::format and std::println make of numbers is text: the derivative is that of what goes on
// beside it.
#include "oracle.h"
#include <expected>
#include <format>
#include <optional>
#include <print>
#include <string>
#include <variant>
struct Config {
  std::string name;
  std::optional<double> damping;
  std::variant<int, double> limit;
};
static std::expected<double, std::string> solve(const double *x, int n, const Config &config) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += x[i] * x[i] * config.damping.value_or(1.0);
  if (r > 1e9)
    return std::unexpected(std::format("{} diverged: {:.3f}", config.name, r));
  return r * std::visit([](auto v) { return double(v); }, config.limit);
}
PRIMAL(configured) {
  Config config{"newton", in[0] * 0.1, in[1]};
  std::string log;
  for (int i = 0; i < 4; i++) {
    auto r = solve(in, 3, config);
    if (!r) {
      out[0] = -1;
      return;
    }
    log += std::format("{}:{:.6f} ", i, *r);
    out[i % 2] += *r;
    config.limit = *r * 0.01;
  }
  if (log.empty())
    out[0] = 0;
  std::println(stdout, "loss {:>10.3e} of {}", out[0], config.name);
  std::format_to(std::back_inserter(log), "{:d} {:s} {}", 3, config.name, in[2]);
  char buffer[32];
  auto end = std::format_to_n(buffer, sizeof buffer, "{:g}", out[1]);
  if (end.size > 100)
    out[0] = 0;
  out[0] *= 0.5 + 0.25;
}
ORACLE(configured, 3, 2, 0.1, 1)
int main() {
  configured_oracle();
  return oracle_exit();
}
