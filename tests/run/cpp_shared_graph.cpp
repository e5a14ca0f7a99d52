/* A graph of shared nodes that itself differentiates: counters beside numbers and vectors. Without
 * optimisation nothing says that the counters are integers where they share a place with floating
 * point. */
#include "oracle.h"
#include <memory>
#include <utility>
#include <vector>
struct Node {
  double value, adjoint = 0;
  std::vector<std::pair<std::shared_ptr<Node>, double>> inputs;
  explicit Node(double value) : value(value) {}
};
using Term = std::shared_ptr<Node>;
static Term product(Term a, Term b) {
  Term result = std::make_shared<Node>(a->value * b->value);
  result->inputs.push_back({a, b->value});
  result->inputs.push_back({b, a->value});
  return result;
}
static Term sum(Term a, Term b) {
  Term result = std::make_shared<Node>(a->value + b->value);
  result->inputs = {{a, 1.0}, {b, 1.0}};
  return result;
}
static void propagate(Node *node, double adjoint) {
  node->adjoint += adjoint;
  for (auto &input : node->inputs)
    propagate(input.first.get(), adjoint * input.second);
}
PRIMAL(graph) {
  (void)n, (void)m;
  Term a = std::make_shared<Node>(in[0]), b = std::make_shared<Node>(in[1]);
  Term result = sum(product(a, b), product(product(a, a), a));
  propagate(result.get(), 1);
  out[0] = a->adjoint * b->adjoint + result->value;
}
ORACLE_MAIN(graph, 2, 1, 0.5, 2.0)
