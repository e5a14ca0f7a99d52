/* What lies in a half of a number is passed on as a word of bits: shifted, marked and looked at. */
#include "oracle.h"

enum { NEGATE = 1, TWICE = 2, TAKEN = 4 };

/* A node is a number, or two references to nodes, each an index above two bits of flags. */
typedef union {
  double number;
  struct {
    unsigned left, right;
  } both;
} Node;

static double value(const Node *nodes, unsigned reference);

static double taken(const Node *nodes, unsigned reference) {
  unsigned index = reference / 8, flags = reference ^ index << 3;
  const Node *node = &nodes[index % 8];
  double x = index < 8 ? node->number
                       : value(nodes, node->both.left) * value(nodes, node->both.right);
  return (flags & NEGATE ? -x : x) * (flags & TWICE ? 2 : 1) + (flags & TAKEN ? 0.5 * x : 0);
}

static double value(const Node *nodes, unsigned reference) {
  return taken(nodes, reference | TAKEN);
}

PRIMAL(marked) {
  Node *nodes = (Node *)calloc(5, sizeof *nodes);
  for (int i = 0; i < 3; i++)
    nodes[i].number = in[i] * in[i];
  nodes[3].both.left = 0 << 3 | TWICE, nodes[3].both.right = 1 << 3 | NEGATE;
  nodes[4].both.left = (3 + 8) << 3, nodes[4].both.right = 2 << 3 | NEGATE | TWICE;
  out[0] = value(nodes, (4 + 8) << 3);
  free(nodes);
}
ORACLE_MAIN(marked, 3, 1, 0.5, 1.5)
