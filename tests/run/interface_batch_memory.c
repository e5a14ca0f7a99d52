/* batch of functions with memory of their own: blocks on the heap, recursion, arrays of variable length,
 * state behind pointers, lists; inputs and outputs as vectors of pointers or buffers. */
#include "oracle.h"
extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer;
typedef struct {
  double d[3];
} Three;
typedef struct {
  double a, b, c;
} Big;
typedef struct {
  Big lane[3];
} Bigs;
typedef struct Node {
  double value;
  struct Node *next;
} Node;
extern Three __enzyme_batch_3(void *, ...);
extern Bigs __enzyme_batch_big(void *, ...);
extern void __enzyme_batch_v(void *, ...);
__attribute__((noinline)) static double down(double x, int n, double *trace) {
  trace[n] = x;
  return n == 0 ? x : down(x * 0.5 + n, n - 1, trace) + trace[n] * 0.1;
}
static double heap(double x, int n, const double *w) {
  double *block = malloc((n + 1) * sizeof *block), local[n + 1];
  double sum = down(x, n, block);
  for (int i = 0; i <= n; i++)
    local[i] = block[n - i] * w[i];
  for (int i = 0; i <= n; i++)
    sum += local[i] * local[n - i];
  free(block);
  return sum;
}
static Big spread(const double *x, int n, double *state) {
  Big big = {0, 1, x[0]};
  for (int i = 0; i < n; i++) {
    state[i] += x[i];
    big.a += state[i];
    big.b *= state[i];
    big.c = x[i] > big.c ? x[i] : big.c;
  }
  return big;
}
static void push(Node **head, double x) {
  Node *node = malloc(sizeof *node);
  node->value = x + (*head ? (*head)->value : 0);
  node->next = *head;
  *head = node;
}
static double (*const table[])(double) = {sin, cos, exp};
static double by_table(int which, double x) { return table[which](x) + which; }
int main(void) {
  double w[5] = {1, 0.5, 2, -1, 3}, xs[3] = {1, -2, 0.25};
  Three r = __enzyme_batch_3((void *)heap, enzyme_width, 3, enzyme_vector, xs[0], xs[1], xs[2],
                             enzyme_scalar, 4, enzyme_scalar, w);
  for (int i = 0; i < 3; i++)
    CLOSE(r.d[i], heap(xs[i], 4, w));
  r = __enzyme_batch_3((void *)heap, enzyme_width, 3, enzyme_vector, xs[0], xs[1], xs[2],
                       enzyme_vector, 4, 1, 3, enzyme_vector, w, w + 1, w);
  CLOSE(r.d[0], heap(xs[0], 4, w));
  CLOSE(r.d[1], heap(xs[1], 1, w + 1));
  CLOSE(r.d[2], heap(xs[2], 3, w));
  double in[3][2] = {{1, 2}, {3, -4}, {5, 6}}, state[3][2] = {{1, 1}, {2, 2}, {3, 3}}, copy[3][2];
  memcpy(copy, state, sizeof copy);
  Bigs bigs = __enzyme_batch_big((void *)spread, enzyme_width, 3, enzyme_buffer, sizeof in[0], in,
                                 enzyme_scalar, 2, enzyme_buffer, sizeof state[0], state);
  for (int i = 0; i < 3; i++) {
    Big one = spread(in[i], 2, copy[i]);
    CLOSE(bigs.lane[i].a, one.a);
    CLOSE(bigs.lane[i].b, one.b);
    CLOSE(bigs.lane[i].c, one.c);
    CLOSE(state[i][0], copy[i][0]);
    CLOSE(state[i][1], copy[i][1]);
  }
  Node *heads[2] = {NULL, NULL};
  for (int i = 0; i < 3; i++)
    __enzyme_batch_v((void *)push, enzyme_width, 2, enzyme_buffer, sizeof heads[0], heads,
                     enzyme_vector, i + 1.0, i * 10.0);
  CLOSE(heads[0]->value, 6);
  CLOSE(heads[1]->value, 30);
  for (int i = 0; i < 2; i++)
    while (heads[i]) {
      Node *next = heads[i]->next;
      free(heads[i]);
      heads[i] = next;
    }
  r = __enzyme_batch_3((void *)by_table, enzyme_width, 3, enzyme_vector, 2, 0, 1, enzyme_vector,
                       0.1, 0.2, 0.3);
  CLOSE(r.d[0], exp(0.1) + 2);
  CLOSE(r.d[1], sin(0.2));
  CLOSE(r.d[2], cos(0.3) + 1);
  CLOSE(r.d[1], sin(0.2));
  return oracle_exit();
}
