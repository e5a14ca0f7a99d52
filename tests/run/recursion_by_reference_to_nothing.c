// levels: O0 O1 O2 O3 fast raw debug asan
/* Walks that come to nothing, and get a place where there is no number: the end of an array, a block
 * that is too small. Nor is what is said of a call lost where numbers go by value. */
#include "oracle.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
extern void __enzyme_call_inactive(void *, ...);
extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);

typedef struct Node {
  double mass;
  struct Node *left, *right;
} Node;

__attribute__((noinline)) static void walk(const Node *node, double x, double *sum) {
  if (!node)
    return;
  *sum += node->mass * x;
  walk(node->left, x * 0.5, sum);
  walk(node->right, x + 0.1, sum);
}
static double inactive(double x, const Node *root) {
  double a = 0, b = 0;
  walk(root, x, &a);
  __enzyme_call_inactive((void *)walk, root, x * x, &b);
  return a * b;
}
static double empty(double x, const Node *root, int n) {
  double pair[2] = {x, x * x}, *block = malloc(n ? sizeof *block : 1);
  if (n)
    *block = x;
  walk(n ? root : 0, x, &pair[2 - n]);
  walk(n ? root : 0, x, block);
  double result = pair[0] * pair[1] + (n ? *block : 0);
  free(block);
  return result;
}

int main(void) {
  Node left = {2, 0, 0}, right = {3, 0, 0}, root = {1.5, &left, &right};
  const double x = 0.7, step = 1e-6;
  double plus = 0, minus = 0, constant = 0;
  walk(&root, x + step, &plus);
  walk(&root, x - step, &minus);
  walk(&root, x * x, &constant);
  double expected = (plus - minus) / (2 * step) * constant;
  CLOSE(__enzyme_autodiff((void *)inactive, enzyme_out, x, enzyme_const, &root), expected);
  CLOSE(__enzyme_fwddiff((void *)inactive, enzyme_dup, x, 1.0, enzyme_const, &root), expected);
  for (int n = 0; n < 2; n++) {
    expected = (empty(x + step, &root, n) - empty(x - step, &root, n)) / (2 * step);
    CLOSE(__enzyme_autodiff((void *)empty, enzyme_out, x, enzyme_const, &root, enzyme_const, n),
          expected);
  }
  return oracle_exit();
}
