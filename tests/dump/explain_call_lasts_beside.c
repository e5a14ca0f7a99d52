// adcc: -O2 --explain
// flags: -O2 -Xclang -disable-llvm-passes
// What lasts is told by bytes: a count that the caller writes behind a call is no reason to keep
// what lies beside it. Nor is it one that a table without derivatives is given back in the end. A
// stencil whose array is overwritten later keeps the array once, not what it reads for each neighbour.
// prints: of 'diffuse', in two halves, keeps 1 bytes on the tape; .*, 2 copies of memory are made where loops end
// prints: is read again from a copy of the memory
// prints: of 'weigh', in two halves, keeps nothing on the tape;
#include <stdlib.h>
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_const;
#define APART __attribute__((noinline))

typedef struct {
  int calls, n;
  double *state;
  const double *table;
} Model;
APART static double weigh(const Model *m) {
  double sum = 0;
  for (int i = 0; i < m->n; i++)
    sum += m->table[i] * m->state[i] * m->state[i];
  return sum;
}
APART static void diffuse(const double *u, double *next, int n) {
  for (int i = 1; i < n - 1; i++)
    next[i] = u[i] * u[i - 1] + u[i] * u[i + 1];
}
static double solve(double *in, int n, int steps) {
  Model *m = malloc(sizeof *m);
  double *u = malloc(n * sizeof *u), *next = malloc(n * sizeof *next), *last, *table;
  m->n = n, m->calls = 0;
  m->state = last = malloc(n * sizeof *last);
  m->table = table = malloc(n * sizeof *table);
  for (int i = 0; i < n; i++)
    u[i] = in[i], next[i] = 0, table[i] = 1.0 / (i + 1), last[i] = in[i] * in[i];
  for (int t = 0; t < steps; t++) {
    diffuse(u, next, n);
    for (int i = 0; i < n; i++)
      u[i] = 0.5 * next[i];
  }
  double sum = 0;
  for (int t = 0; t < 2; t++) {
    sum += weigh(m);
    m->calls++;
  }
  sum += u[n / 2] + m->calls;
  free(u);
  free(next);
  free(last);
  free(table);
  free(m);
  return sum;
}
void gradient(double *in, double *din, int n, int steps) {
  __enzyme_autodiff((void *)solve, in, din, enzyme_const, n, enzyme_const, steps);
}
