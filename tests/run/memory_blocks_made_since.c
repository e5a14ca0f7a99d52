/* What is read from a block and needed again, beside writes to blocks that are made before or after
 * that: the same block, an older one that the loop hands on, one that is made in some iterations. */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

static double *copy_of(const double *from, size_t n) {
  double *block = malloc(n * sizeof *block);
  memcpy(block, from, n * sizeof *block);
  return block;
}

/* The state of the last step is written to as well. */
PRIMAL(older) {
  double *state = copy_of(in, n), sum = 0;
  for (int step = 0; step < 4; step++) {
    double *next = malloc(n * sizeof *next);
    for (size_t i = 0; i < n; i++)
      next[i] = state[i] * state[(i + 1) % n];
    state[step % n] += next[0];
    for (size_t i = 0; i < n; i++)
      next[i] += 0.5 * state[i] * state[i];
    for (size_t i = 0; i < n; i++)
      sum += state[i] * next[i];
    free(state);
    state = next;
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += state[i] * sum;
  free(state);
}
ORACLE(older, 5, 2, 0.2, 0.9)

/* A fresh state for each outer step, which inner steps replace, as layers do. */
PRIMAL(layers) {
  for (int step = 0; step < 3; step++) {
    double *h = copy_of(in, n);
    h[0] *= step + 1;
    for (int layer = 0; layer < 3; layer++) {
      double *y = malloc(n * sizeof *y);
      for (size_t i = 0; i < n; i++) {
        y[i] = 0;
        for (size_t j = 0; j < n; j++)
          y[i] += in[(i + j * layer) % n] * h[j] * h[j];
      }
      free(h);
      h = y;
    }
    for (size_t i = 0; i < n; i++)
      out[i % m] += h[i];
    free(h);
  }
}
ORACLE(layers, 4, 2, 0.2, 0.7)

/* One of two blocks, or a new one in some steps, which then stays. */
PRIMAL(sometimes) {
  double *a = copy_of(in, n), *b = copy_of(in, n), *work = a, *made = NULL;
  for (int step = 0; step < 6; step++) {
    if (step % 3 == 2) {
      double *again = copy_of(work, n);
      if (work == made)
        work = again;
      free(made);
      made = again;
    }
    double *target = step % 2 ? b : made ? made : a;
    for (size_t i = 0; i < n; i++)
      out[i % m] += work[i] * work[(i + 1) % n];
    for (size_t i = 0; i < n; i++)
      target[i] = 0.3 + 0.8 * work[i] * in[i];
    work = target;
  }
  out[0] += work[0];
  free(a);
  free(b);
  free(made);
}
ORACLE(sometimes, 5, 2, 0.2, 0.9)

/* The block that is made goes on through an inner loop by its cursor, and is read through another. */
PRIMAL(cursors) {
  for (int step = 0; step < 3; step++) {
    double *block = malloc((n + 1) * sizeof *block), *at = block;
    for (size_t i = 0; i < n; i++)
      *at++ = in[i] * in[i] + step;
    *at = 1;
    const double *seen = block;
    for (int round = 0; round < 3; round++) {
      at = block;
      for (size_t i = 0; i < n; i++, at++) {
        out[i % m] += seen[i] * seen[i];
        *at = 0.5 * *at * at[1];
      }
      seen = block + round % 2;
    }
    free(block);
  }
}
ORACLE(cursors, 4, 2, 0.2, 0.9)

int main(void) {
  older_oracle();
  layers_oracle();
  sometimes_oracle();
  cursors_oracle();
  return oracle_exit();
}
