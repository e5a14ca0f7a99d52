// large: takes long to compile
/* Values of a small functional language: numbers, lists, functions of values, and truth. */
#include "oracle.h"
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>
struct Cons;
struct Value;
using List = std::shared_ptr<Cons>;
using Fn = std::function<Value(const std::vector<Value> &)>;
struct Value {
  std::variant<double, List, Fn, bool> v;
};
struct Cons {
  Value head;
  List tail;
};
static double num(const Value &v) { return std::get<double>(v.v); }
static Value list(std::vector<Value> items) {
  List l;
  for (size_t i = items.size(); i-- > 0;)
    l = std::make_shared<Cons>(Cons{items[i], l});
  return {l};
}
static Value apply(const Value &f, const std::vector<Value> &a) { return std::get<Fn>(f.v)(a); }
static Value map(const Value &f, const Value &l) {
  std::vector<Value> r;
  for (List p = std::get<List>(l.v); p; p = p->tail)
    r.push_back(apply(f, {p->head}));
  return list(r);
}
PRIMAL(evaluate) {
  Value add{Fn([](const std::vector<Value> &a) {
    double s = 0;
    for (auto &v : a)
      s += num(v);
    return Value{s};
  })};
  Value k{in[2]};
  Value scale{Fn([k](const std::vector<Value> &a) { return Value{num(a[0]) * num(k)}; })};
  Value positive{Fn([](const std::vector<Value> &a) { return Value{num(a[0]) > 0}; })};
  Value l = map(scale, list({{in[0]}, {in[1] * in[1]}, {3.0}}));
  Value total{0.0};
  for (List p = std::get<List>(l.v); p; p = p->tail)
    if (std::get<bool>(apply(positive, {p->head}).v))
      total = apply(add, {total, p->head, {1.0}});
  out[0] += num(total);
}
ORACLE_MAIN(evaluate, 3, 1, 0.4, 1.2)
