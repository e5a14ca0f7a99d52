// flags: -std=c++20
/* A reservoir: a map from names, some of them too long for a node, to structures that hold text
 * and numbers. A copy of text of any length may run, for all that is known, into the numbers of a
 * node; its shadow holds no text. */
#include "oracle.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

struct Well {
  double rate;
  int layer;
  float skin;
  std::string group;
};

struct Result {
  double pressure;
  int steps;
};

class Reservoir {
  std::map<std::string, Well> wells;
  std::vector<double> pressure;
  double dt;

public:
  Reservoir(size_t n, double dt) : pressure(n, 1.0), dt(dt) {}
  void add(const std::string &name, Well w) { wells.insert_or_assign(name, std::move(w)); }
  std::optional<Result> step(int count) {
    for (int s = 0; s < count; s++) {
      for (auto &[name, w] : wells)
        pressure[w.layer % pressure.size()] -= dt * w.rate * (1 + w.skin * .1);
      auto old = pressure;
      for (size_t i = 0; i + 1 < old.size(); i++) {
        double q = .2 * (old[i] - old[i + 1]) * old[i];
        pressure[i] -= q;
        pressure[i + 1] += q;
      }
    }
    if (pressure.empty())
      return std::nullopt;
    return Result{pressure[0] * pressure.back(), count};
  }
  double group_rate(const std::string &g) const {
    double s = 0;
    for (const auto &[k, w] : wells)
      if (w.group == g)
        s += w.rate * w.skin;
    return s;
  }
};

PRIMAL(f) {
  static const char *const names[] = {"alpha", "bravo, which does not fit in", "charlie", "delta"};
  Reservoir r(4, .05);
  for (size_t i = 0; i < n; i++)
    r.add(names[i], {in[i], int(i), .5f * i, i % 2 ? "odd" : "even"});
  r.add("alpha", {in[0] * in[1], 2, .25f, "odd"});
  if (auto result = r.step(5))
    out[0] += result->pressure * result->steps;
  out[1] += r.group_rate("odd") * r.group_rate("even");
}

ORACLE_MAIN(f, 4, 2, .3, 1.1)
