// Cells that formulas compute when they are asked for, and keep until something that they use
// changes. Their names are made by std::to_string, which counts its places in unsigned numbers from
// the last.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {
class Sheet {
  struct Cell {
    std::function<double(Sheet &)> formula;
    std::optional<double> cache;
    std::vector<std::string> users;
    int evals = 0;
  };
  std::map<std::string, Cell> cells;
  std::vector<std::string> stack;

public:
  void set(const std::string &n, double v) {
    auto &c = cells[n];
    c.formula = nullptr;
    c.cache = v;
    invalidate(n, true);
  }
  template <class F> void formula(const std::string &n, F f) {
    cells[n].formula = [f](Sheet &s) -> double {
      return f([&s](const std::string &k) { return s.get(k); });
    };
    invalidate(n, false);
  }
  double get(const std::string &n) {
    auto &c = cells.at(n);
    if (!stack.empty() && std::find(c.users.begin(), c.users.end(), stack.back()) == c.users.end())
      c.users.push_back(stack.back());
    if (!c.cache) {
      stack.push_back(n);
      c.cache = c.formula(*this);
      c.evals++;
      stack.pop_back();
    }
    return *c.cache;
  }
  void invalidate(const std::string &n, bool keep) {
    auto &c = cells.at(n);
    if (!keep)
      c.cache.reset();
    auto users = std::exchange(c.users, {});
    for (auto &u : users)
      invalidate(u, false);
  }
  int evals(const std::string &n) const { return cells.at(n).evals; }
};
__attribute__((noinline)) double sheet(const double *x, int n) {
  Sheet s;
  for (int i = 0; i < n; i++)
    s.set("input" + std::to_string(i), x[i]);
  s.formula("sum", [n](auto get) {
    double a = 0;
    for (int i = 0; i < n; i++)
      a += get("input" + std::to_string(i));
    return a;
  });
  s.formula("mean of all the inputs", [n](auto get) { return get("sum") / n; });
  s.formula("var", [n](auto get) {
    double m = get("mean of all the inputs"), v = 0;
    for (int i = 0; i < n; i++) {
      double d = get("input" + std::to_string(i)) - m;
      v += d * d;
    }
    return v / n;
  });
  s.formula("score", [](auto get) {
    return get("sum") > 2 ? std::sqrt(get("var")) : std::exp(-get("sum"));
  });
  double r = 0;
  for (int k = 0; k < 4; k++) {
    r += s.get("score") + 0.1 * s.get("mean of all the inputs");
    s.set("input" + std::to_string(k % n), s.get("score") * 0.5 + x[(k + 1) % n]);
  }
  return r + s.evals("var") + s.get("sum");
}

} // namespace

PRIMAL(cells) {
  for (int j = 0; j < m; j++)
    out[j] = sheet(in + j, n - j) * (j + 1);
}
ORACLE_MAIN(cells, 4, 2, 0.2, 1.1)
