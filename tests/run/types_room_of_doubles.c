/* A pool that is declared as an array of doubles, for their alignment, and holds structures with
 * addresses in them, which are copied by assignment. */
#include "oracle.h"
#define APART __attribute__((noinline))
/* an arena of doubles, for their alignment */
static double pool[512];
static size_t used;
typedef struct Node {
  struct Node *next;
  double v;
  double *w;
  int k;
} Node;
APART static void *take(size_t b) {
  void *r = pool + used;
  used += (b + 7) / 8;
  return r;
}
APART static double sum(const Node *n, double x) {
  double s = 0;
  for (; n; n = n->next)
    s += n->v * n->w[n->k] * x;
  return s;
}
PRIMAL(p) {
  used = 0;
  Node *list = NULL, *copy = NULL;
  double *w = take(2 * sizeof *w);
  w[0] = in[1];
  w[1] = in[2];
  for (size_t i = 0; i < n; i++) {
    Node *a = take(sizeof *a);
    *a = (Node){list, in[i], w, (int)i % 2};
    list = a;
  }
  for (Node *a = list; a; a = a->next) {
    Node *b = take(sizeof *b);
    *b = *a;
    b->next = copy;
    b->v *= 2;
    copy = b;
  }
  out[0] += sum(list, in[0]) * sum(copy, in[1]);
  w[1] *= 3;
  out[0] += sum(copy, in[2]);
}
ORACLE(p, 5, 1, 0.3, 0.9)
int main(void) {
  p_oracle();
  return oracle_exit();
}
