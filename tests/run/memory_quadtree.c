/* A quadtree that is grown while points are added: children in an array inside the node, beside
 * sums and a count that a const argument sets. */
#include "oracle.h"
typedef struct Node Node;
struct Node {
  double weight;
  Node *child[4];
  double x, y;
  int count;
};
static Node *make(int count) {
  Node *node = calloc(1, sizeof *node);
  node->count = count;
  return node;
}
static void insert(Node *node, double x, double y, double weight, int depth) {
  node->x += x * weight;
  node->y += y * weight;
  node->weight += weight;
  node->count++;
  if (depth == 0)
    return;
  int which = (x > 0) * 2 + (y > 0);
  if (!node->child[which])
    node->child[which] = make(0);
  insert(node->child[which], x > 0 ? x - 0.5 : x + 0.5, y > 0 ? y - 0.5 : y + 0.5, weight,
         depth - 1);
}
static double potential(const Node *node, double x, double y) {
  if (!node)
    return 0;
  double dx = node->x / node->weight - x, dy = node->y / node->weight - y;
  double square = dx * dx + dy * dy + 0.1;
  if (square > 0.5 || node->count == 1)
    return node->weight / sqrt(square);
  double sum = 0.01 * node->weight;
  for (int k = 0; k < 4; k++)
    sum += potential(node->child[k], x, y);
  return sum;
}
static void release(Node *node) {
  if (!node)
    return;
  for (int k = 0; k < 4; k++)
    release(node->child[k]);
  free(node);
}
PRIMAL(field) {
  Node *root = make((int)n);
  for (size_t i = 0; i + 3 <= n; i += 3)
    insert(root, in[i] - 1, in[i + 1] - 1, in[i + 2], 2);
  for (size_t i = 0; i + 3 <= n; i += 3)
    out[0] += potential(root, in[i] - 0.7, in[i + 1] - 1);
  release(root);
}
ORACLE_MAIN(field, 12, 1, 0.3, 1.7)
