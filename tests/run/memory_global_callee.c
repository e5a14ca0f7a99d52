/* Functions that depend on the differentiated inputs by globals alone: every argument that they get
 * is a constant. The globals are an array, a scalar, and a pointer to a block of memory. */
#include "oracle.h"

static double shared[4], level;
static double *block;
static double scale = 2; /* never written */

static double low(double x) { return -shared[3] * x; }
__attribute__((noinline)) static double middle(double x) { return tanh(x * shared[0] + low(x)); }
__attribute__((noinline)) static double high(double x) { return sin(middle(erf(x)) * scale); }
static double (*const table[3])(double) = {high, low, high};

PRIMAL(by_table) {
  for (size_t i = 0; i < 4; i++)
    shared[i] = 0.3 * in[i % n] * (double)(i + 1);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      shared[j & 3] = tanh(2 * table[i % 3](-0.41));
  out[0] = 0.5 * out[0] + shared[1] * 0.77;
  (void)m;
}

/* Each call sees what the one before it has stored. */
static double descend(int depth) {
  level = 0.9 * level + 0.1 * level * level;
  return depth > 0 ? level + descend(depth - 1) * level : sin(level);
}

__attribute__((noinline)) static double from_block(size_t i) { return block[i] * block[i + 1]; }

PRIMAL(by_state) {
  level = in[0] * in[1];
  out[0] += descend(4);
  block = (double *)malloc(3 * sizeof *block);
  block[0] = in[1];
  block[1] = level;
  block[2] = 1;
  for (size_t i = 0; i < 2; i++)
    block[2 - i] *= from_block(i);
  out[1] *= from_block(1);
  free(block);
  level = 0;
  (void)n, (void)m;
}

ORACLE(by_table, 2, 1, 0.2, 1.4)
ORACLE(by_state, 2, 2, 0.3, 1.2)

int main(void) {
  by_table_oracle();
  by_state_oracle();
  return oracle_exit();
}
