// Recursions that add to numbers by reference: of variables that nothing else leads to, which are
// handed over by value then, and of others, which are not.
#include "modes.h"
#include "oracle.h"
#include <cmath>
#include <memory>

struct Node {
  double mass, sum;
  std::unique_ptr<Node> left, right;
  int leaf;
};

static std::unique_ptr<Node> build(const double *x, int from, int to) {
  auto node = std::make_unique<Node>();
  node->sum = 0;
  node->leaf = to - from == 1;
  if (node->leaf) {
    node->mass = x[from];
    return node;
  }
  int middle = (from + to) / 2;
  node->left = build(x, from, middle);
  node->right = build(x, middle, to);
  node->mass = node->left->mass * node->right->mass + 1;
  return node;
}

// Two sums, of which one feeds the other.
static void walk(const Node *node, double x, double &a, double &b) {
  if (!node)
    return;
  a += node->mass * x;
  if (!node->leaf)
    b = b * 0.5 + a * node->mass;
  walk(node->left.get(), x * 0.5, a, b);
  walk(node->right.get(), x + a, a, b);
}
PRIMAL(two_sums) {
  auto root = build(in, 0, n);
  for (int i = 0; i < m; i++) {
    double a = 0, b = in[i];
    walk(root.get(), in[i], a, b);
    out[i] = a * b;
  }
}
ORACLE(two_sums, 6, 2, 0.2, 0.7)
PRIMAL(two_sums_wide) { two_sums(in, n, out, m); }
ORACLE_WIDTH(two_sums_wide, 6, 2, 0.2, 0.7)

// A result beside the number, which is only written at times.
static bool nearest(const Node *node, double x, double &best, int depth) {
  if (node->leaf) {
    double distance = (node->mass - x) * (node->mass - x);
    if (depth == 0 || distance < best) {
      best = distance;
      return true;
    }
    return false;
  }
  bool left = nearest(node->left.get(), x, best, depth);
  bool right = nearest(node->right.get(), x, best, depth + 1);
  return left || right;
}
PRIMAL(closest) {
  auto root = build(in, 0, n);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double best = 100 * in[0];
    sum += nearest(root.get(), 1.3 * in[i], best, 1) ? best : 1;
    double unset;
    if (nearest(root.get(), in[i] + 0.05, unset, 0))
      sum += unset * in[i];
  }
  out[0] = sum;
  (void)m;
}
ORACLE(closest, 5, 1, 0.2, 0.7)
PRIMAL(closest_halves) { closest(in, n, out, m); }
ORACLE_SPLIT(closest_halves, 5, 1, 0.2, 0.7)

// Numbers that others lead to: a node's own, one variable for both, a member of what is read.
static void collect(Node *node, double &to, double &other) {
  to += node->mass * other;
  if (node->leaf)
    return;
  collect(node->left.get(), node->sum, other);
  collect(node->right.get(), to, node->sum);
  to += node->sum * other;
}
PRIMAL(shared) {
  auto root = build(in, 0, n);
  double total = in[0], twice = in[1], pair[2] = {in[0], in[1]};
  collect(root.get(), total, root->right->mass);
  collect(root.get(), twice, twice);
  collect(root.get(), pair[0], pair[1]);
  out[0] = total * twice + pair[0] * pair[1] + root->sum;
  (void)m;
}
ORACLE(shared, 5, 1, 0.2, 0.5)

// What throws on its way.
static void count(const Node *node, double &weight, double limit) {
  weight += node->mass;
  if (weight > limit)
    throw weight;
  if (!node->leaf) {
    count(node->left.get(), weight, limit);
    count(node->right.get(), weight, limit);
  }
}
PRIMAL(thrown) {
  auto root = build(in, 0, n);
  double sum = 0;
  for (double limit = 2.2; limit < 2000; limit *= 500) {
    double weight = in[0];
    try {
      count(root.get(), weight, limit);
      sum += weight * in[1];
    } catch (double late) {
      sum += late * in[2] + weight;
    }
  }
  out[0] = sum;
  (void)m;
}
ORACLE(thrown, 5, 1, 0.2, 0.5)

int main() {
  two_sums_oracle();
  two_sums_wide_oracle();
  closest_oracle();
  closest_halves_oracle();
  shared_oracle();
  thrown_oracle();
  return oracle_exit();
}
