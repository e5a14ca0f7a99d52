/* A red-black tree whose nodes keep the parent and the colour in one word: the colour is set, taken
 * off and copied from word to word by itself, and the parent is asked for by what is above it. */
#include "oracle.h"
#include <stdint.h>
#include <stdlib.h>

typedef struct Node {
  uintptr_t parent_and_colour;
  struct Node *left, *right;
  double key, sum;
} Node;

static Node *parent(const Node *node) { return (Node *)(node->parent_and_colour & ~(uintptr_t)1); }
static int is_red(const Node *node) { return node && node->parent_and_colour & 1; }
static void set_parent(Node *node, Node *parent) {
  node->parent_and_colour = (uintptr_t)parent | (node->parent_and_colour & 1);
}
static void set_red(Node *node, int red) {
  node->parent_and_colour = (node->parent_and_colour & ~(uintptr_t)1) | red;
}
static void add_up(Node *node) {
  node->sum = node->key + (node->left ? node->left->sum : 0) + (node->right ? node->right->sum : 0);
}

static void rotate(Node **root, Node *node, int left) {
  Node *above = parent(node), *below = left ? node->right : node->left;
  if (left) {
    node->right = below->left;
    if (below->left)
      set_parent(below->left, node);
    below->left = node;
  } else {
    node->left = below->right;
    if (below->right)
      set_parent(below->right, node);
    below->right = node;
  }
  set_parent(below, above);
  set_parent(node, below);
  if (!above)
    *root = below;
  else if (above->left == node)
    above->left = below;
  else
    above->right = below;
  add_up(node);
  add_up(below);
}

static void insert(Node **root, double key) {
  Node *node = calloc(1, sizeof *node), *above = NULL, **at = root;
  node->key = key;
  while (*at) {
    above = *at;
    at = key < above->key ? &above->left : &above->right;
  }
  *at = node;
  node->parent_and_colour = (uintptr_t)above | 1;
  for (Node *up = node; up; up = parent(up))
    add_up(up);
  while (is_red(parent(node))) {
    above = parent(node);
    Node *top = parent(above);
    int left = above == top->left;
    Node *uncle = left ? top->right : top->left;
    if (is_red(uncle)) {
      set_red(above, 0);
      set_red(uncle, 0);
      set_red(top, 1);
      node = top;
      if (!parent(node))
        break;
    } else {
      if (node == (left ? above->right : above->left)) {
        node = above;
        rotate(root, node, left);
        above = parent(node);
      }
      set_red(above, 0);
      set_red(top, 1);
      rotate(root, top, !left);
    }
  }
  set_red(*root, 0);
}

static void release(Node *node) {
  if (!node)
    return;
  release(node->left);
  release(node->right);
  free(node);
}

PRIMAL(tree) {
  Node *root = NULL;
  double sum = 0;
  for (int i = 0; i < 20; i++) {
    insert(&root, in[i % 5] * ((7 * i) % 11 - 4) + 0.01 * i);
    sum += root->sum * (i + 1);
  }
  out[0] = sum + root->sum * root->key;
  release(root);
}

ORACLE(tree, 5, 1, 0.3, 1.5)
int main(void) {
  tree_oracle();
  return oracle_exit();
}
