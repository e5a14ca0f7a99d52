/* Links that carry a mark in their lowest bits and are kept as integers. */
#include "oracle.h"
typedef struct Node {
  uintptr_t next;
  double value;
} Node;
static double weighted(uintptr_t at) {
  double total = 0;
  for (; at; at = ((Node *)(at & ~(uintptr_t)1))->next)
    if (at & 1)
      total += ((Node *)(at & ~(uintptr_t)1))->value * 3;
    else
      total -= ((Node *)at)->value;
  return total;
}
PRIMAL(list) {
  Node nodes[4];
  uintptr_t first = 0;
  for (int i = 0; i < 4; i++) {
    nodes[i].value = in[i] * in[i];
    nodes[i].next = first;
    first = (uintptr_t)&nodes[i] + (i & 1);
  }
  out[0] = weighted(first);
}
/* A tree whose nodes keep their colour beside the address of the parent. */
typedef struct Branch {
  unsigned long parent_colour;
  struct Branch *left, *right;
  double key;
} Branch;
static Branch *parent(const Branch *b) { return (Branch *)(b->parent_colour & ~3ul); }
static void set_parent(Branch *b, Branch *p) { b->parent_colour = (b->parent_colour & 3) | (unsigned long)p; }
static void insert(Branch **root, Branch *b) {
  Branch *above = NULL;
  while (*root) {
    above = *root;
    root = b->key < above->key ? &above->left : &above->right;
  }
  b->parent_colour = b->key > 1;
  set_parent(b, above);
  *root = b;
}
PRIMAL(tree) {
  Branch *all = calloc(n, sizeof *all), *root = NULL;
  for (size_t i = 0; i < n; i++) {
    all[i].key = in[i] * in[i];
    insert(&root, &all[i]);
  }
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double product = 1;
    for (Branch *b = &all[i]; b; b = parent(b))
      product *= b->parent_colour & 1 ? b->key : 1 + b->key;
    sum += product;
  }
  out[0] = sum;
  free(all);
}
ORACLE(list, 4, 1, .4, 1.6)
ORACLE(tree, 5, 1, .4, 1.6)
int main(void) {
  list_oracle();
  tree_oracle();
  return oracle_exit();
}
