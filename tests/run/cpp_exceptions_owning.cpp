/* Exceptions that carry a derivative and own memory, thrown through recursion, from constructors,
 * virtual functions, std::function and handlers; caught as a base class, beside exceptions that are
 * kept without being looked at. */
#include "oracle.h"
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/* The shadow of what an exception owns is not released (README, 'Known limits'). */
extern "C" int __lsan_is_turned_off() { return 1; }

struct Partial {
  std::vector<double> values;
  std::shared_ptr<double> best;
  std::string what;
};
static void descend(const double *x, int depth, std::vector<double> &path) {
  path.push_back(x[depth % 3] * (path.empty() ? 1 : path.back()));
  if (depth == 0)
    throw Partial{path, std::make_shared<double>(path.back() * x[1]),
                  "bottom of the recursion, a long text"};
  descend(x, depth - 1, path);
}
static void recursion(const double *in, double *out) {
  for (int d = 0; d < 4; d++) {
    std::vector<double> path;
    try {
      descend(in, d, path);
    } catch (Partial &p) {
      for (double v : p.values)
        out[0] += v * v;
      out[1] += *p.best * (double)p.what.size();
    }
  }
}
struct Model {
  double a;
  std::vector<double> data;
  Model(double x, int n) : a(x * x), data(n, x) {
    if (n > 2)
      throw std::make_pair(a * data[0], n);
  }
};
static void constructors(const double *in, double *out) {
  for (int n = 1; n < 5; n++)
    try {
      auto m = std::make_unique<Model>(in[n % 3], n);
      out[0] += m->a * m->data[0];
    } catch (const std::pair<double, int> &p) {
      out[1] += p.first * p.second;
    }
}
struct Step {
  virtual ~Step() {}
  virtual double run(double x) = 0;
};
struct Fine : Step {
  double run(double x) override { return x * x; }
};
struct Bad : Step {
  double run(double x) override {
    if (x > 0.5)
      throw std::sin(x);
    return x;
  }
};
static void virtuals(const double *in, double *out) {
  std::vector<std::unique_ptr<Step>> steps;
  steps.emplace_back(new Fine);
  steps.emplace_back(new Bad);
  std::function<double(double)> f = [&](double x) {
    if (x > 0.8)
      throw x * in[0];
    return x;
  };
  for (int i = 0; i < 3; i++)
    for (auto &s : steps)
      try {
        try {
          out[0] += s->run(in[i]);
          out[1] += f(in[i]);
        } catch (double d) {
          if (d < 0.9)
            throw d * in[1];
          out[1] += d;
        }
      } catch (double e) {
        out[2] += e * e;
      }
}
struct Base1 {
  double p;
  virtual ~Base1() {}
};
struct Err : Base1 {
  double q;
};
static void nested(const double *in, double *out) {
  try {
    try {
      Err e;
      e.p = in[0];
      e.q = in[1] * in[0];
      throw e;
    } catch (Base1 &b) {
      out[0] += b.p * in[2];
      b.p *= 2;
      try {
        throw in[2] * in[2];
      } catch (double d) {
        out[1] += d;
      }
      std::exception_ptr kept;
      try {
        throw std::runtime_error("x");
      } catch (...) {
        kept = std::current_exception();
      }
      Err again;
      again.p = b.p;
      again.q = 3;
      throw again;
    }
  } catch (Err &e) {
    out[2] += e.p * e.p + e.q;
  }
}
PRIMAL(all) {
  recursion(in, out);
  constructors(in, out + 3);
  virtuals(in, out + 6);
  nested(in, out + 9);
}
ORACLE_MAIN(all, 3, 12, 0.4, 1.6)
