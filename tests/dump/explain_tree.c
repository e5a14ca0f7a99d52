// adcc: -O2 --explain
// A recursion through a tree only reads it: the reverse sweep goes through the tree again, though a
// function gives the tree back before that.
// prints: the reverse derivative of 'sum' keeps nothing on the tape
// prints: the reverse derivative of 'release', in two halves, keeps nothing on the tape
#include <stdlib.h>
void __adcc_autodiff(void *, ...);

typedef struct Node {
  double value;
  struct Node *left, *right;
} Node;

static Node *build(const double *in, int from, int to) {
  if (from == to)
    return NULL;
  Node *node = malloc(sizeof *node);
  node->value = in[(from + to) / 2];
  node->left = build(in, from, (from + to) / 2);
  node->right = build(in, (from + to) / 2 + 1, to);
  return node;
}
static double sum(const Node *node, double x) {
  return node ? node->value * x + sum(node->left, x * x) * sum(node->right, node->value) : 1;
}
static void release(Node *node) {
  if (node) {
    release(node->left);
    release(node->right);
    free(node);
  }
}
static double f(const double *in, int n) {
  Node *tree = build(in, 0, n);
  double total = 0;
  for (int i = 0; i < n; i++)
    total += sum(tree, in[i]);
  release(tree);
  return total;
}
void gradient(double *in, double *d_in, int n) { __adcc_autodiff((void *)f, in, d_in, n); }
