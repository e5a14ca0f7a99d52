// large: takes long to compile
/* A number and a vector that share their place in a std::variant: passed and returned by value,
 * copied, moved and assigned, in structures, arrays, optionals and trees. */
#include "oracle.h"
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

using Value = std::variant<double, std::vector<double>>;
struct Parameter {
  Value value;
  double scale;
};
__attribute__((noinline)) static Value doubled(Value v) {
  if (double *d = std::get_if<double>(&v))
    *d *= 2;
  else
    for (double &x : std::get<1>(v))
      x *= 2;
  return v;
}
struct Weight {
  double scale;
  double operator()(double x) const { return x * scale; }
  double operator()(const std::vector<double> &v) const {
    double s = 0;
    for (double x : v)
      s += x;
    return s * s;
  }
};
__attribute__((noinline)) static double use(Parameter p) {
  return std::visit(Weight{p.scale}, p.value);
}
static void values(const double *in, double *out) {
  Parameter a{in[0], in[1]}, b{std::vector<double>{in[0], in[2]}, 2.0};
  Parameter c = a, d = b;
  out[0] += use(c) + use(d);
  c.value = doubled(b.value);
  d.value = doubled(a.value);
  out[1] += use(c) * use(d);
  Value from[2] = {c.value, d.value}, to[2] = {from[0], from[1]};
  to[0] = from[1];
  to[1] = std::move(from[0]);
  out[2] += use({to[0], in[0]}) + use({to[1], 1});
}
struct Node;
using Link = std::variant<double, std::vector<double>, std::shared_ptr<Node>>;
struct Node {
  std::string name;
  Link value;
  std::optional<Link> other;
};
static double evaluate(const Link &v) {
  if (v.index() == 0)
    return std::get<0>(v);
  double product = 1;
  if (v.index() == 1)
    for (double x : std::get<1>(v))
      product *= x;
  if (v.index() == 1)
    return product;
  const Node &node = *std::get<2>(v);
  return evaluate(node.value) + (node.other ? evaluate(*node.other) : 0.5);
}
static void nodes(const double *in, double *out) {
  auto leaf = std::make_shared<Node>(Node{"leaf", in[0], {}});
  Node top{"a name that does not fit into the string", std::vector<double>{in[0], in[1]}, leaf};
  Node a = top, b = top;
  a.other = in[2] * in[1];
  b.value = *top.other;
  std::swap(a, b);
  std::vector<Node> all{*leaf, top, a, b}, more(all.rbegin(), all.rend());
  more.insert(more.begin() + 1, all[2]);
  for (const Node &node : more)
    out[0] += evaluate(node.value) * (node.other ? evaluate(*node.other) : 1);
  out[1] += evaluate(std::make_shared<Node>(a));
}
PRIMAL(all) {
  values(in, out);
  nodes(in, out + 3);
}
ORACLE_MAIN(all, 3, 5, 0.5, 1.5)
