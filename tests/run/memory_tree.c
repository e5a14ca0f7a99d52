/* A binary search tree built by insertion on data, summed by recursion, freed by recursion. */
#include "oracle.h"
typedef struct Tree {
  double key;
  struct Tree *child[2];
} Tree;
static void insert(Tree **at, double key) {
  while (*at)
    at = &(*at)->child[key > (*at)->key];
  *at = (Tree *)malloc(sizeof(Tree));
  **at = (Tree){key, {0, 0}};
}
static double weigh(const Tree *t, double depth) {
  if (!t)
    return 1;
  return t->key * depth + 0.3 * weigh(t->child[0], depth + t->key) * weigh(t->child[1], depth);
}
static void release(Tree *t) {
  if (!t)
    return;
  release(t->child[0]);
  release(t->child[1]);
  free(t);
}
PRIMAL(tree) {
  Tree *root = NULL;
  for (size_t i = 0; i < n; i++)
    insert(&root, in[i]);
  out[0] = weigh(root, 1);
  release(root);
}
ORACLE_MAIN(tree, 6, 1, 0.2, 1.5)
