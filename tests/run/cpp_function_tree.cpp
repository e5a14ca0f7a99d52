// large: takes long to compile
/* An expression tree of std::variant and std::shared_ptr with std::functions in its nodes, and a
 * map of variables. */
#include "oracle.h"
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>
struct Expr;
using P = std::shared_ptr<const Expr>;
struct Num {
  double v;
};
struct Var {
  std::string name;
};
struct Un {
  std::function<double(double)> f;
  P a;
};
struct Bin {
  std::function<double(double, double)> f;
  P a, b;
};
struct Sum {
  std::vector<P> terms;
};
struct Expr {
  std::variant<Num, Var, Un, Bin, Sum> node;
};
using Env = std::map<std::string, double>;
template <class... T> struct overloaded : T... {
  using T::operator()...;
};
template <class... T> overloaded(T...) -> overloaded<T...>;
static double eval(const P &p, const Env &env) {
  return std::visit(overloaded{[](const Num &n) { return n.v; },
                               [&](const Var &v) { return env.at(v.name); },
                               [&](const Un &u) { return u.f(eval(u.a, env)); },
                               [&](const Bin &b) { return b.f(eval(b.a, env), eval(b.b, env)); },
                               [&](const Sum &s) {
                                 double t = 0;
                                 for (auto &e : s.terms)
                                   t += eval(e, env);
                                 return t;
                               }},
                    p->node);
}
template <class T> static P make(T t) { return std::make_shared<const Expr>(Expr{std::move(t)}); }
PRIMAL(evaluate) {
  Env env{{"x", in[0]}, {"y", in[1]}};
  P x = make(Var{"x"}), y = make(Var{"y"}), c = make(Num{in[2]});
  double k = in[2];
  P e = make(Bin{[](double a, double b) { return a * b; }, x,
                 make(Un{[](double a) { return std::sin(a); }, y})});
  P s = make(Sum{{e, c,
                  make(Un{[k](double a) { return a * k; },
                          make(Bin{[k](double a, double b) { return a / b + k; }, x, y})})}});
  out[0] += eval(s, env);
}
ORACLE_MAIN(evaluate, 3, 1, 0.4, 1.2)
