/* Functions, too recursive to be inlined, that return an address as an integer: with marks in its
 * lowest bits, null, or in a word that is a number at other times. */
#include "oracle.h"
typedef struct Node {
  double value;
  uintptr_t left, right;
} Node;
static Node *node(uintptr_t at) { return (Node *)(at & ~(uintptr_t)3); }
static uintptr_t build(const double *in, int depth) {
  if (depth <= 0)
    return 0;
  Node *n = malloc(sizeof *n);
  n->value = in[0] * in[depth];
  n->left = build(in, depth - 1) | (depth & 1);
  n->right = build(in + 1, depth - 2);
  return (uintptr_t)n;
}
static uintptr_t find(uintptr_t at, int key) {
  if (!node(at))
    return 0;
  if (key == 1)
    return at;
  uintptr_t below = find(key & 1 ? node(at)->right : node(at)->left, key / 2);
  return below ? below : at | 2;
}
static void drop(uintptr_t at) {
  if (!node(at))
    return;
  drop(node(at)->left);
  drop(node(at)->right);
  free(node(at));
}
PRIMAL(tree) {
  (void)n;
  uintptr_t root = build(in, 4);
  for (size_t i = 0; i < m; i++) {
    uintptr_t found = find(root, (int)i + 1);
    out[i] = node(found)->value * (1 + (double)(found & 3)) * in[i % 3];
  }
  drop(root);
}
/* One register for all kinds; who asked knows which it is. */
typedef union {
  int64_t i;
  double d;
  double *p;
} Word;
static Word walk(int kind, double *in, int depth) {
  if (depth > 0) {
    Word below = walk(kind, in + 1, depth - 1);
    if (kind == 1)
      below.d *= in[0];
    else if (kind == 2)
      *below.p += in[0];
    return below;
  }
  return kind == 0 ? (Word){.i = 3} : kind == 1 ? (Word){.d = in[0]} : (Word){.p = in};
}
PRIMAL(words) {
  (void)n, (void)m;
  out[0] = (double)walk(0, in, 3).i * in[0];
  out[1] = walk(1, in, 3).d;
  out[2] = *walk(2, in, 2).p * in[1];
}
ORACLE(tree, 5, 12, 0.5, 1.5)
ORACLE(words, 4, 3, 0.5, 1.5)
int main(void) {
  tree_oracle();
  words_oracle();
  return oracle_exit();
}
