/* std::functions of many signatures that are one function type to LLVM, of references to numbers,
 * structures and vectors, side by side. */
#include "oracle.h"
#include <functional>
#include <memory>
#include <utility>
#include <variant>
#include <vector>
struct Body {
  double x[3], m;
};
using Force = std::function<void(const Body &, const Body &, double *)>;
using Energy = std::function<double(const std::vector<Body> &)>;
using Update = std::function<void(std::vector<Body> &, double)>;
using Observer = std::function<void(int, const std::vector<Body> &)>;
using Pick = std::function<const Body &(const std::vector<Body> &)>;
using Scale = std::function<double(const std::pair<double, int> &)>;
PRIMAL(evaluate) {
  std::vector<Body> bodies(2);
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 3; k++)
      bodies[i].x[k] = in[(i + k) % 3];
    bodies[i].m = in[i];
  }
  double g = in[2];
  Force force = [g](const Body &a, const Body &b, double *f) {
    for (int k = 0; k < 3; k++)
      f[k] += g * a.m * b.m * (b.x[k] - a.x[k]);
  };
  Energy energy = [](const std::vector<Body> &v) {
    double e = 0;
    for (auto &b : v)
      for (double c : b.x)
        e += b.m * c * c;
    return e;
  };
  Pick first = [](const std::vector<Body> &v) -> const Body & { return v[0]; };
  Scale scale = [](const std::pair<double, int> &p) { return p.first * p.second; };
  std::vector<double> history;
  Observer observe = [&](int step, const std::vector<Body> &v) {
    history.push_back(energy(v) * step);
  };
  Update update = [&](std::vector<Body> &v, double dt) {
    double f[2][3] = {};
    force(v[0], v[1], f[0]);
    force(v[1], v[0], f[1]);
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < 3; k++)
        v[i].x[k] += dt * f[i][k];
  };
  std::function<bool(const Body &)> heavy = [](const Body &b) { return b.m > 0.1; };
  std::function<std::pair<double, int>(const Body &)> key = [](const Body &b) {
    return std::make_pair(b.x[0], 2);
  };
  for (int s = 1; s < 4; s++) {
    update(bodies, 0.1);
    observe(s, bodies);
  }
  for (double h : history)
    out[0] += h;
  out[1] += first(bodies).x[1] + scale(std::make_pair(in[0], 3)) * (heavy(bodies[0]) ? 1 : 2) +
            key(bodies[1]).first;
}
ORACLE_MAIN(evaluate, 3, 2, 0.4, 1.2)
