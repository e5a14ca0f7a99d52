/* A structure with a const pointer beside active ones, passed on to functions that are not inlined:
 * the callee cannot tell them apart, and must leave the const memory as it is. */
#include "oracle.h"
extern int enzyme_const, enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
typedef struct {
  double *weights, *data, *state;
  int n;
} Model;
__attribute__((noinline)) static double tree(Model *m, int from, int to) {
  if (to - from == 1)
    return m->weights[from] * m->data[from] + m->state[from];
  int middle = (from + to) / 2;
  return tree(m, from, middle) * tree(m, middle, to);
}
static double *shared;
__attribute__((noinline)) static double of_global(double *w, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += w[i] * shared[i];
  return sum;
}
static double run(double *weights, double *data, int n) {
  double state[4] = {0};
  for (int i = 0; i < n; i++)
    state[i] = weights[0] * i;
  Model m = {weights, data, state, n};
  shared = data;
  return tree(&m, 0, n) + of_global(weights, n);
}
int main(void) {
  double w[3] = {1, 2, 3}, d[3] = {4, 5, 6}, dw[3] = {0}, t[3] = {1, 0, 0};
  /* (4 w0) (5 w1 + w0) (6 w2 + 2 w0) + 4 w0 + 5 w1 + 6 w2 */
  __enzyme_autodiff((void *)run, enzyme_dup, w, dw, enzyme_const, d, 3);
  CLOSE(dw[0], 4 * 11 * 20 + 4 * 20 + 4 * 11 * 2 + 4);
  CLOSE(dw[1], 4 * 5 * 20 + 5);
  CLOSE(dw[2], 4 * 11 * 6 + 6);
  for (int i = 0; i < 3; i++)
    CLOSE(d[i], 4 + i);
  CLOSE(__enzyme_fwddiff((void *)run, enzyme_dup, w, t, enzyme_const, d, 3), dw[0]);
  for (int i = 0; i < 3; i++)
    CLOSE(d[i], 4 + i);
  return oracle_exit();
}
