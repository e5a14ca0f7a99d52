/* Trees whose nodes hold a number or the indices of others, which go to a recursive function: they
 * lie in the halves of a number, but are only counted with. */
#include "oracle.h"

typedef struct {
  int is_sum;
  union {
    double number;
    struct {
      int left, right;
    } terms;
  } is;
} Term;

static double value(const Term *terms, int k) {
  const Term *t = &terms[k];
  return t->is_sum ? value(terms, t->is.terms.left) * 0.5 + value(terms, t->is.terms.right)
                   : t->is.number;
}

PRIMAL(sums) {
  Term *terms = (Term *)calloc(5, sizeof *terms);
  terms[0].is.number = in[0];
  terms[1].is.number = in[1] * in[1];
  terms[2].is_sum = terms[4].is_sum = 1;
  terms[2].is.terms.left = 0, terms[2].is.terms.right = 1;
  terms[3].is.number = sin(in[0]);
  terms[4].is.terms.left = 2, terms[4].is.terms.right = 3;
  out[0] = value(terms, 4);
  free(terms);
}
ORACLE(sums, 2, 1, 0.5, 1.5)

/* Inner nodes split at a number, leaves have a mass and the points that they are of. */
typedef struct {
  int is_leaf;
  union {
    struct {
      double split;
      int axis, left, right;
    } inner;
    struct {
      int first, count;
      double mass;
    } leaf;
  } is;
} Node;
enum { POINTS = 8 };
static Node nodes[16];
static int node_count;
static double points[POINTS][2];

static int build(int first, int end, int axis) {
  Node *node = &nodes[node_count];
  int k = node_count++;
  if (end - first <= 2) {
    node->is_leaf = 1;
    node->is.leaf.first = first, node->is.leaf.count = end - first, node->is.leaf.mass = 0;
    for (int i = first; i < end; i++)
      node->is.leaf.mass += points[i][0] * points[i][1];
    return k;
  }
  int middle = (first + end) / 2;
  node->is.inner.axis = axis & 1;
  node->is.inner.split = 0.5 * (points[middle - 1][axis & 1] + points[middle][axis & 1]);
  int left = build(first, middle, axis + 1), right = build(middle, end, axis + 1);
  node->is.inner.left = left, node->is.inner.right = right;
  return k;
}

static double query(int k, const double *x) {
  const Node *node = &nodes[k];
  if (node->is_leaf) {
    double sum = node->is.leaf.mass;
    for (int i = 0; i < node->is.leaf.count; i++)
      sum += points[node->is.leaf.first + i][0] * x[1];
    return sum;
  }
  double weight = 1 / (1 + exp(node->is.inner.split - x[node->is.inner.axis]));
  return weight * query(node->is.inner.left, x) + (1 - weight) * query(node->is.inner.right, x);
}

PRIMAL(halved_space) {
  node_count = 0;
  memset(nodes, 0, sizeof nodes);
  for (int i = 0; i < POINTS; i++)
    points[i][0] = in[i % 4] * i, points[i][1] = in[(i + 1) % 4] * in[0];
  out[0] = query(build(0, POINTS, 0), in);
}
ORACLE(halved_space, 4, 1, 0.5, 1.5)

int main(void) { return sums_oracle() != ORACLE_OK || halved_space_oracle() != ORACLE_OK; }
