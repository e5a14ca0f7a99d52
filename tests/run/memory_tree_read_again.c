/* A tree that a recursion reads, that is changed and read once more, and that a recursion releases.
 * Its leaves know their weights by a table of constants of their own, which goes with them, and whose
 * memory is then given to others. */
#include "oracle.h"

typedef struct Node {
  double value;
  const double *weights; /* carry no derivative */
  int count;
  struct Node *left, *right;
} Node;

static double *make_weights(int count) {
  double *weights = malloc((size_t)count * sizeof *weights);
  for (int i = 0; i < count; i++)
    weights[i] = 1 + 0.25 * i;
  return weights;
}

static Node *build(const double *in, int from, int to) {
  Node *node = malloc(sizeof *node);
  int middle = (from + to) / 2;
  node->value = in[middle];
  node->count = to - from;
  node->weights = make_weights(node->count);
  node->left = from < middle ? build(in, from, middle) : NULL;
  node->right = middle + 1 < to ? build(in, middle + 1, to) : NULL;
  return node;
}

static double sum(const Node *node, double x) {
  if (!node)
    return 0;
  double s = sum(node->left, x * 0.5) + sum(node->right, x * node->value);
  for (int i = 0; i < node->count; i++)
    s += node->weights[i] * node->value * x;
  return s;
}

static void scale(Node *node, double by) {
  if (!node)
    return;
  node->value *= by;
  scale(node->left, by);
  scale(node->right, by);
}

static void release_weights(Node *node) { free((double *)node->weights); }

static void release(Node *node) {
  if (!node)
    return;
  release(node->left);
  release(node->right);
  release_weights(node);
  free(node);
}

PRIMAL(trees) {
  for (int round = 0; round < 3; round++) {
    Node *tree = build(in, 0, 7);
    for (int i = 0; i < 3; i++)
      out[0] += sum(tree, in[i]);
    scale(tree, in[3]);
    for (int i = 0; i < 3; i++)
      out[1] += sum(tree, out[0] * 0.1);
    release(tree);
    double *other = malloc(7 * sizeof *other); /* where the weights were, perhaps */
    for (int i = 0; i < 7; i++)
      other[i] = -in[i] * round;
    for (int i = 0; i < 7; i++)
      out[2] += other[i] * other[(i + 1) % 7];
    free(other);
  }
}
ORACLE_MAIN(trees, 7, 3, 0.5, 1.2)
