// large: takes long to compile
/* All mixes of modes three deep, through calls that are not inlined: of values, of memory, of
 * pointers that are returned, through a table, and recursive. */
#include "higher.h"

__attribute__((noinline)) static double mix(double x, double y) { return x * sin(y) + y * y * x; }

__attribute__((noinline)) static void scale(double *a, size_t count, double by) {
  for (size_t i = 0; i < count; i++)
    a[i] *= by * a[(i + 1) % count];
}

PRIMAL(chain) {
  double x = in[0];
  for (int i = 0; i < 3; i++)
    x = 0.5 * mix(x, in[1]);
  scale(in, n, x);
  out[0] = mix(out[0], in[0]);
  (void)m;
}

__attribute__((noinline)) static double *larger(double *a, double *b) { return *a > *b ? a : b; }

typedef struct {
  double *place, factor;
} Choice;

__attribute__((noinline)) static Choice choose(double *a, double *b) {
  Choice choice = {*a * 0.5 > *b ? a : b, *a * *b};
  return choice;
}

PRIMAL(pointers) {
  double *most = larger(&in[0], &in[1]);
  *most = *most * *most * 0.7;
  Choice choice = choose(&in[0], &in[1]);
  *choice.place *= choice.factor;
  out[0] += *most * choice.factor;
  (void)n, (void)m;
}

static double square(double x) { return x * x; }
static double halve_sine(double x) { return 0.5 * sin(x); }
static double (*const table[])(double) = {square, halve_sine, cos};

PRIMAL(through_table) {
  double x = in[0];
  for (size_t i = 0; i < 4; i++)
    x = 0.4 * in[1] + table[i % 3](x * in[1]);
  out[0] *= x;
  (void)n, (void)m;
}

static double descend(double x, double *weights, int depth) {
  double halves[2] = {x, 0.5 * x};
  if (depth <= 0)
    return sin(x) * weights[0];
  halves[depth & 1] = 0.7 * descend(cos(x) * halves[0], weights, depth - 1) +
                      0.2 * descend(x, weights + 1, depth - 2);
  return 0.6 * halves[0] + 0.3 * halves[1] * x;
}

PRIMAL(recursion) {
  double weights[3] = {in[0], in[1], in[0] * in[1]};
  out[0] += descend(in[0], weights, 3);
  (void)n, (void)m;
}

HIGHER(chain, 2, 1, 0.4, 1.3)
HIGHER(pointers, 2, 1, 0.4, 1.3)
HIGHER(through_table, 2, 1, 0.4, 1.3)
HIGHER(recursion, 2, 1, 0.4, 1.3)

int main(void) {
  chain_higher();
  pointers_higher();
  through_table_higher();
  recursion_higher();
  return oracle_exit();
}
