// large: takes long to compile
/* A model described in text: a parser, a registry of functions that the first call makes, and an
 * expression tree of shared names. */
#include "oracle.h"
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
struct Expr {
  virtual ~Expr() {}
  virtual double eval(const std::map<std::string, double> &env) const = 0;
};
using P = std::unique_ptr<Expr>;
struct Num : Expr {
  double v;
  Num(double v) : v(v) {}
  double eval(const std::map<std::string, double> &) const override { return v; }
};
struct Var : Expr {
  std::string n;
  Var(std::string n) : n(std::move(n)) {}
  double eval(const std::map<std::string, double> &e) const override {
    auto it = e.find(n);
    if (it == e.end())
      throw std::runtime_error("unbound " + n);
    return it->second;
  }
};
struct Bin : Expr {
  char op;
  P a, b;
  Bin(char o, P a, P b) : op(o), a(std::move(a)), b(std::move(b)) {}
  double eval(const std::map<std::string, double> &e) const override {
    double x = a->eval(e), y = b->eval(e);
    switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    default:
      return std::pow(x, y);
    }
  }
};
struct Call : Expr {
  double (*fn)(double);
  P a;
  Call(double (*f)(double), P a) : fn(f), a(std::move(a)) {}
  double eval(const std::map<std::string, double> &e) const override { return fn(a->eval(e)); }
};
static double sq(double v) { return v * v; }
static double sg(double v) { return 1 / (1 + std::exp(-v)); }
struct Parser {
  const char *s;
  static std::map<std::string, double (*)(double)> &fns() {
    static std::map<std::string, double (*)(double)> m{{"sq", sq}, {"sg", sg}};
    return m;
  }
  void ws() {
    while (*s == ' ')
      s++;
  }
  P atom() {
    ws();
    if (*s == '(') {
      s++;
      P e = sum();
      ws();
      s++;
      return e;
    }
    if (isalpha(*s)) {
      std::string id;
      while (isalnum(*s))
        id += *s++;
      ws();
      if (*s == '(') {
        s++;
        P e = sum();
        ws();
        s++;
        return std::make_unique<Call>(fns().at(id), std::move(e));
      }
      return std::make_unique<Var>(id);
    }
    char *e;
    double v = strtod(s, &e);
    s = e;
    return std::make_unique<Num>(v);
  }
  P powr() {
    P a = atom();
    ws();
    if (*s == '^') {
      s++;
      return std::make_unique<Bin>('^', std::move(a), powr());
    }
    return a;
  }
  P prod() {
    P a = powr();
    for (;;) {
      ws();
      if (*s != '*' && *s != '/')
        return a;
      char o = *s++;
      P b = powr();
      a = std::make_unique<Bin>(o, std::move(a), std::move(b));
    }
  }
  P sum() {
    P a = prod();
    for (;;) {
      ws();
      if (*s != '+' && *s != '-')
        return a;
      char o = *s++;
      P b = prod();
      a = std::make_unique<Bin>(o, std::move(a), std::move(b));
    }
  }
};
PRIMAL(evaluate) {
  Parser p{"sq(x0 * 2 + 1) / (1 + x1^2) - sg(x2 - 0.5*x0) * x1 ^ 3"};
  P e = p.sum();
  std::map<std::string, double> env;
  for (size_t i = 0; i < n; i++)
    env["x" + std::to_string(i)] = in[i];
  out[0] += e->eval(env);
  env["x0"] *= 0.5;
  out[1] += e->eval(env);
}
ORACLE_MAIN(evaluate, 3, 2, 0.4, 1.2)
