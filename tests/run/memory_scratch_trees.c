/* Scratch trees of integers, grown and dropped in a long loop: what carries no derivative is given back
 * at once, or the memory would not do. */
#include "oracle.h"
typedef struct T { int key; struct T *l, *r; int pad[600]; } T;
static T *grow(int a, int b) { if (a >= b) return 0; int m = (a + b) / 2; T *n = malloc(sizeof *n); n->key = m; n->l = grow(a, m); n->r = grow(m + 1, b); return n; }
static int depth(const T *t, int k) { return !t ? 0 : t->key == k ? 1 : 1 + depth(k < t->key ? t->l : t->r, k); }
static void drop(T *t) { if (!t) return; drop(t->l); drop(t->r); free(t); }
PRIMAL(drift) {
  double x = in[0];
  for (int k = 0; k < 12000; k++) { T *t = grow(0, 255); int d = depth(t, k % 255); drop(t); x = x * (1 - 1e-5 * d) + 1e-5 * in[1]; }
  out[0] += x;
}
int main() { double in[2] = {0.5, 0.7}, out[1] = {0}, din[2] = {0}, dout[1] = {1}; __adcc_autodiff_state((void *)drift, adcc_dup, in, din, adcc_const, 2, adcc_dup, out, dout, adcc_const, 1); printf("%g %g\n", din[0], din[1]); CLOSE_TO(din[0] * 0.5 + din[1] * 0.7, out[0], 1e-9); return oracle_exit(); }
