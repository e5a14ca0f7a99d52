/* Several lanes at once through recursion: trees on the heap, mutual recursion, tables of functions, and
 * blocks that grow; shadows apart and in one block. */
#include "modes.h"
typedef struct Node {
  double value;
  struct Node *left, *right;
} Node;
__attribute__((noinline)) static Node *build(const double *in, int lo, int hi) {
  if (lo >= hi)
    return NULL;
  int mid = (lo + hi) / 2;
  Node *node = malloc(sizeof *node);
  node->value = in[mid] * in[mid];
  node->left = build(in, lo, mid);
  node->right = build(in, mid + 1, hi);
  return node;
}
__attribute__((noinline)) static double fold(const Node *node, double carried) {
  if (!node)
    return carried;
  double l = fold(node->left, carried * 0.9), r = fold(node->right, sin(carried) + l);
  return node->value * l + 0.3 * r;
}
static void destroy(Node *node) {
  if (!node)
    return;
  destroy(node->left);
  destroy(node->right);
  free(node);
}
static double odd(double *x, int k);
__attribute__((noinline)) static double even(double *x, int k) {
  if (k <= 0)
    return x[0];
  x[k % 3] *= 0.9 + 0.1 * x[(k + 1) % 3];
  return odd(x, k - 1) * x[1];
}
__attribute__((noinline)) static double odd(double *x, int k) {
  if (k <= 0)
    return x[1] * x[1];
  double y = even(x, k - 1);
  x[0] += 0.1 * y;
  return y + x[2];
}
typedef double Step(double, const double *);
static double s0(double x, const double *p) { return x * p[0]; }
static double s1(double x, const double *p) { return sin(x + p[1]); }
static double s2(double x, const double *p) { return x > 1 ? x / p[2] : x * x; }
static Step *const steps[] = {s0, s1, s2};
PRIMAL(recursion) {
  Node *root = build(in, 0, (int)n);
  out[0] += fold(root, in[0]);
  destroy(root);
  double x[3] = {in[1], in[2], in[3]};
  out[1] += even(x, 7) + x[0] * x[2];
  double y = in[4];
  for (int i = 0; i < 7; i++)
    y = steps[(i * i + (in[0] > 1)) % 3](y, in);
  out[2] = y * out[0];
}
PRIMAL(growing) {
  double *block = NULL;
  size_t count = 0, room = 0;
  for (size_t i = 0; i < 4 * n; i++) {
    if (count == room)
      block = realloc(block, (room = room ? 2 * room : 1) * sizeof *block);
    block[count] = count ? 0.7 * block[count - 1] + in[i % n] : in[0] * in[1];
    if (block[count] > 2)
      block[count / 2] *= 0.5;
    count++;
  }
  for (size_t i = 0; i < count; i++)
    out[i % m] += block[i] * block[count - 1 - i];
  free(block);
}
ORACLE_WIDTH(recursion, 6, 3, 0.5, 1.5)
ORACLE_STRIDE(growing, 4, 3, 0.5, 1.5)
PRIMAL(both) {
  recursion(in, n, out, m);
  growing(in, n, out, m);
}
ORACLE_STRIDE(both, 6, 3, 0.5, 1.5)
int main(void) {
  recursion_oracle();
  growing_oracle();
  both_oracle();
  return oracle_exit();
}
