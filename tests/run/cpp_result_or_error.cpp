/* Results that are a structure of numbers or an error: std::variant with an enumeration, with a
 * structure of a code and text, with nothing, and unions of one's own, that are handed on. */
#include "oracle.h"
#include <string>
#include <variant>
#include <vector>

struct Point {
  double x, y;
};
enum class Fault { domain, range };
using PointOrFault = std::variant<Point, Fault>;
static PointOrFault solve(double a, double b) {
  if (a < 0.3)
    return Fault::domain;
  if (b > 1.2)
    return Fault::range;
  return Point{a * b, std::sin(b)};
}
__attribute__((noinline)) static PointOrFault solve_apart(double a, double b) {
  return solve(a, b);
}
PRIMAL(points) {
  std::vector<PointOrFault> all;
  for (size_t i = 0; i + 1 < n; i++) {
    all.push_back(solve(in[i], in[i + 1]));
    all.push_back(solve_apart(in[i + 1], in[i]));
  }
  for (auto &r : all)
    if (auto *p = std::get_if<Point>(&r))
      out[0] += p->x * p->y;
    else
      out[1] += (int)std::get<Fault>(r);
}
ORACLE(points, 14, 2, 0.1, 1.4)

struct Reason {
  int code;
  const char *why;
};
using ReasonOrPoint = std::variant<Reason, Point>;
static ReasonOrPoint judge(double a, double b) {
  if (a < 0.3)
    return Reason{1, "low"};
  if (b > 1.2)
    return Reason{2, "higher"};
  return Point{a * b, std::sin(b)};
}
PRIMAL(reasons) {
  std::vector<ReasonOrPoint> all;
  for (size_t i = 0; i + 1 < n; i++)
    all.push_back(judge(in[i], in[i + 1]));
  for (auto &r : all)
    if (auto *p = std::get_if<Point>(&r))
      out[0] += p->x * p->y;
    else
      out[1] += std::get<Reason>(r).code * double(std::string(std::get<Reason>(r).why).size());
}
ORACLE(reasons, 14, 2, 0.1, 1.4)

struct Solution {
  double x;
  int steps;
};
enum class Failure { diverged, budget };
static std::variant<Solution, Failure> newton(double a) {
  double x = 1;
  for (int k = 0; k < 20; k++) {
    double f = x * x * x - a, d = 3 * x * x;
    if (std::fabs(d) < 1e-3)
      return Failure::diverged;
    double step = f / d;
    x -= step;
    if (std::fabs(step) < 1e-14)
      return Solution{x, k};
  }
  return Failure::budget;
}
PRIMAL(roots) {
  for (size_t i = 0; i < n; i++) {
    auto r = newton(in[i]);
    if (auto *s = std::get_if<Solution>(&r))
      out[0] += s->x * (1 + 1e-3 * (s->steps > 0));
    else
      out[1] += 1;
  }
}
ORACLE(roots, 5, 2, 0.3, 1.4)

struct Hit {
  double t, u, v;
  int face;
};
struct None {};
enum class Bad : char { bad, worse };
static std::variant<None, Hit, Bad> cast(const double *x, int count) {
  if (x[0] < 0.1)
    return None{};
  if (x[1] > 5)
    return Bad::worse;
  Hit best{1e9, 0, 0, -1};
  for (int f = 0; f < count; f++) {
    double t = x[0] / (1 + f) + x[1];
    if (t < best.t)
      best = {t, x[0] * t, x[1], f};
  }
  return best;
}
PRIMAL(hits) {
  for (size_t i = 0; i + 1 < n; i++) {
    auto r = cast(in + i, 3);
    if (r.index() == 1) {
      auto &h = std::get<Hit>(r);
      out[0] += h.t * h.u + h.face * h.v;
    } else if (auto *e = std::get_if<Bad>(&r))
      out[0] += (int)*e;
  }
}
ORACLE(hits, 5, 1, 0.2, 1.2)

template <class T> struct Expected {
  union {
    T value;
    int error;
  };
  bool ok;
  Expected(T v) : value(v), ok(true) {}
  Expected(int e, int) : error(e), ok(false) {}
};
static Expected<Point> iterate(double a, double b) {
  double x = a;
  for (int i = 0; i < 5; i++) {
    if (x < 0.25)
      return {3, 0};
    x -= (x * x - b) / (2 * x + 0.1);
  }
  return Point{x, a * x};
}
PRIMAL(expectations) {
  for (size_t i = 0; i + 1 < n; i++) {
    auto r = iterate(in[i], in[i + 1]);
    if (r.ok)
      out[0] += r.value.x * r.value.y;
    else
      out[0] += r.error;
  }
}
ORACLE(expectations, 5, 1, 0.3, 1.2)

struct Place {
  double x, y, z;
};
enum class Error { domain, range, count };
using PlaceOrError = std::variant<Place, Error, std::monostate>;
static PlaceOrError find(double a, double b, int k) {
  double x = a;
  for (int i = 0; i < k; i++) {
    if (x < 0.3)
      return Error::domain;
    if (x > 1.5)
      return Error::range;
    if (k == 4)
      return std::monostate{};
    x -= 0.3 * (x * x - b) / (2 * x + 0.1) - 0.1 * b;
  }
  return Place{x, a * x, b};
}
static PlaceOrError move(PlaceOrError r, double c) {
  if (auto *p = std::get_if<Place>(&r)) {
    p->x *= c;
    p->z += p->x;
    if (p->y > 1.2)
      return Error::count;
    return *p;
  }
  return r;
}
PRIMAL(places) {
  std::vector<PlaceOrError> all;
  int errors = 0;
  for (size_t i = 0; i + 1 < n; i++)
    all.push_back(move(find(in[i], in[i + 1], (int)i % 6), in[0]));
  for (auto &r : all) {
    r = move(std::move(r), 0.7);
    if (auto *p = std::get_if<Place>(&r))
      out[0] += p->x * p->y + p->z;
    else if (auto *e = std::get_if<Error>(&r))
      errors += 1 + (int)*e;
  }
  out[1] += errors * in[1];
}
ORACLE(places, 14, 2, 0.1, 1.4)

template <class T, class E> class Either {
  union {
    T value;
    E error;
  };
  bool ok;

public:
  Either(T v) : value(v), ok(true) {}
  Either(E e) : error(e), ok(false) {}
  template <class F> auto then(F f) const -> decltype(f(value)) {
    if (ok)
      return f(value);
    return error;
  }
  bool is_ok() const { return ok; }
  T value_or(T other) const { return ok ? value : other; }
  E code() const { return error; }
};
enum class Byte : unsigned char { low, high };
using PointOrByte = Either<Point, Byte>;
PRIMAL(chains) {
  for (size_t i = 0; i + 1 < n; i++) {
    PointOrByte r = PointOrByte(Point{in[i], in[i + 1]})
                        .then([](Point p) -> PointOrByte {
                          if (p.x < 0.4)
                            return Byte::low;
                          return Point{std::log(p.x), p.y};
                        })
                        .then([&](Point p) -> PointOrByte {
                          if (p.y > 1.1)
                            return Byte::high;
                          return Point{p.x * p.y, in[0]};
                        });
    Point q = r.value_or({in[1], 0.5});
    out[0] += q.x * q.y + (r.is_ok() ? 0 : 1 + (int)r.code());
  }
}
ORACLE(chains, 14, 1, 0.1, 1.4)

int main() {
  points_oracle();
  places_oracle();
  chains_oracle();
  reasons_oracle();
  roots_oracle();
  hits_oracle();
  expectations_oracle();
  return oracle_exit();
}
