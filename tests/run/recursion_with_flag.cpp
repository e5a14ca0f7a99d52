// Recursive functions that return a number and whether it is one, in registers: structures, pairs and
// optionals.
#include "oracle.h"

#include <memory>
#include <optional>
#include <utility>

struct Result {
  double value;
  bool good;
};
static Result go(const double *x, int n) {
  if (n == 0)
    return {x[0], true};
  Result r = go(x, n - 1);
  if (!r.good || n == 4)
    return {x[n] * r.value, r.good};
  return {r.value * r.value + x[n], !r.good || n != 3};
}
PRIMAL(structure) {
  Result r = go(in, int(n) - 1);
  out[0] = r.good ? r.value : 2 * r.value;
  (void)m;
}
ORACLE(structure, 6, 1, 0.2, 0.9)

static std::pair<bool, double> pair(const double *x, int n) {
  if (n == 0)
    return {false, x[0]};
  auto [odd, value] = pair(x, n - 1);
  return odd ? std::pair(false, value * x[n]) : std::pair(true, value + x[n] * x[n]);
}
PRIMAL(pairs) {
  auto [odd, value] = pair(in, int(n) - 1);
  out[0] = odd ? value : value * value;
  (void)m;
}
ORACLE(pairs, 6, 1, 0.2, 0.9)

struct Node {
  int key;
  double value;
  std::unique_ptr<Node> left, right;
};
static std::optional<double> find(const Node *node, int key) {
  if (!node)
    return std::nullopt;
  if (node->key == key)
    return node->value;
  if (auto found = find(node->left.get(), key))
    return *found * 2;
  return find(node->right.get(), key);
}
PRIMAL(optional) {
  Node root{0, in[0], nullptr, nullptr};
  root.left = std::make_unique<Node>(Node{1, in[1] * in[0], nullptr, nullptr});
  root.right = std::make_unique<Node>(Node{2, in[2], nullptr, nullptr});
  root.right->left = std::make_unique<Node>(Node{3, in[1] * in[2], nullptr, nullptr});
  out[0] = 0;
  for (int key = 0; key < 5; key++)
    out[0] += find(&root, key).value_or(in[0]) * (key + 1);
  (void)n, (void)m;
}
ORACLE(optional, 3, 1, 0.2, 0.9)

int main() {
  structure_oracle();
  pairs_oracle();
  optional_oracle();
  return oracle_exit();
}
