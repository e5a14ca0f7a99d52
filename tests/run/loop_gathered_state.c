/* States in blocks that the function makes, which loops overwrite in each step and read through
 * indices out of memory: conjugate gradients on a sparse matrix, a sparse Cholesky decomposition
 * that appends to its columns, a walk on a graph in a variable of a length known at run time. What
 * is overwritten is kept, once, and not each number that is read. */
#include "oracle.h"

#include <adcc/adcc.h>
#include <stdlib.h>

typedef struct {
  int n, *row, *column;
  double *value;
} Sparse;

static Sparse grid(int m, const double *x) {
  Sparse a = {m * m, malloc((size_t)(m * m + 1) * sizeof(int)), malloc((size_t)(5 * m * m) * sizeof(int)),
              malloc((size_t)(5 * m * m) * sizeof(double))};
  int count = 0;
  for (int k = 0; k < a.n; k++) {
    const int to[5] = {k - m, k - 1, k, k + 1, k + m};
    const int is[5] = {k >= m, k % m > 0, 1, k % m + 1 < m, k + m < a.n};
    const double value[5] = {-x[0], -x[1], 2 * x[0] + 2 * x[1] + 0.1, -x[1], -x[0]};
    a.row[k] = count;
    for (int i = 0; i < 5; i++)
      if (is[i]) {
        a.column[count] = to[i];
        a.value[count++] = value[i];
      }
  }
  a.row[a.n] = count;
  return a;
}

static void release(Sparse a) {
  free(a.row);
  free(a.column);
  free(a.value);
}

static double conjugate_gradients(const double *x, int steps, int m) {
  Sparse a = grid(m, x);
  size_t bytes = (size_t)a.n * sizeof(double);
  double *r = malloc(bytes), *p = malloc(bytes), *ap = malloc(bytes), *u = calloc((size_t)a.n, sizeof *u);
  double square = 0;
  for (int k = 0; k < a.n; k++) {
    r[k] = p[k] = x[2] + cos(k);
    square += r[k] * r[k];
  }
  for (int step = 0; step < steps; step++) {
    double along = 0, next = 0;
    for (int k = 0; k < a.n; k++) {
      double sum = 0;
      for (int e = a.row[k]; e < a.row[k + 1]; e++)
        sum += a.value[e] * p[a.column[e]];
      ap[k] = sum;
      along += sum * p[k];
    }
    double alpha = square / along;
    for (int k = 0; k < a.n; k++) {
      u[k] += alpha * p[k];
      r[k] -= alpha * ap[k];
      next += r[k] * r[k];
    }
    for (int k = 0; k < a.n; k++)
      p[k] = r[k] + next / square * p[k];
    square = next;
  }
  double sum = 0;
  for (int k = 0; k < a.n; k++)
    sum += u[k] * u[k];
  release(a);
  free(r);
  free(p);
  free(ap);
  free(u);
  return sum;
}

/* Rows of the lower triangle from the left to the right; all columns have room for all of it. */
static double cholesky(const double *x, int m) {
  Sparse a = grid(m, x);
  int n = a.n, *length = calloc((size_t)n, sizeof(int)), *index = malloc((size_t)(n * n) * sizeof(int));
  double *factor = malloc((size_t)(n * n) * sizeof(double)), *row = calloc((size_t)n, sizeof(double));
  double sum = 0;
  for (int k = 0; k < n; k++) {
    for (int e = a.row[k]; e < a.row[k + 1]; e++)
      if (a.column[e] <= k)
        row[a.column[e]] = a.value[e];
    double diagonal = row[k];
    row[k] = 0;
    for (int i = 0; i < k; i++) {
      if (row[i] == 0)
        continue;
      double factor_ki = row[i] / factor[i * n];
      row[i] = 0;
      for (int e = 1; e < length[i]; e++)
        row[index[i * n + e]] -= factor[i * n + e] * factor_ki;
      diagonal -= factor_ki * factor_ki;
      factor[i * n + length[i]] = factor_ki;
      index[i * n + length[i]++] = k;
    }
    factor[k * n] = sqrt(diagonal);
    index[k * n] = k;
    length[k] = 1;
    sum += log(factor[k * n]) / (k + 1);
  }
  release(a);
  free(length);
  free(index);
  free(factor);
  free(row);
  return sum;
}

/* Each node moves in turn, after some of its neighbours have moved. */
static double walk(const double *x, int n, int steps) {
  double state[n];
  int to[n];
  for (int i = 0; i < n; i++) {
    state[i] = x[i % 3] + 0.1 * i;
    to[i] = (i * 5 + 2) % n;
  }
  for (int step = 0; step < steps; step++)
    for (int i = 0; i < n; i++) {
      double far = state[to[to[i]]];
      state[to[i]] = 0.5 * sin(state[i] * far) + state[to[i]] / (2 + far);
    }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += state[i] * (i + 1);
  return sum;
}

/* No memory, no node, and nothing is done. */
static double none(const double *x, int n) {
  double *state = n ? NULL : malloc(0), sum = x[0];
  int *to = n ? NULL : malloc(0);
  for (int step = 0; step < 3; step++)
    for (int i = 0; i < n; i++) {
      state[to[i]] *= state[i] * x[1];
      sum += state[to[i]];
    }
  free(state);
  free(to);
  return sum * x[2];
}

/* Each step has a block of its own, and gives one back that it has read through an index. */
static double blocks(const double *x, int n, int steps) {
  double *state = malloc((size_t)n * sizeof *state);
  int *to = malloc((size_t)n * sizeof *to);
  for (int i = 0; i < n; i++) {
    state[i] = x[i % 3];
    to[i] = (i * 3 + 1) % n;
  }
  for (int step = 0; step < steps; step++) {
    double *next = malloc((size_t)n * sizeof *next);
    for (int i = 0; i < n; i++)
      next[i] = state[to[i]];
    for (int i = 0; i < n; i++)
      next[to[i]] *= 0.3 * state[to[i]] * next[i] + 0.8;
    free(state);
    state = next;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += state[i] * i;
  free(state);
  free(to);
  return sum;
}

static volatile int zero;
PRIMAL(conjugate_gradients_state) { out[0] = conjugate_gradients(in, 8, 4); }
PRIMAL(cholesky_state) { out[0] = cholesky(in, 4); }
PRIMAL(walk_state) { out[0] = walk(in, 7, 4), out[1] = walk(in, 1, 2); }
PRIMAL(none_state) { out[0] = none(in, zero); }
PRIMAL(blocks_state) { out[0] = blocks(in, 7, 4); }
ORACLE(conjugate_gradients_state, 3, 1, 0.4, 1.2)
ORACLE(cholesky_state, 3, 1, 0.6, 1.2)
ORACLE(walk_state, 3, 2, 0.4, 1.2)
ORACLE(none_state, 3, 1, 0.4, 1.2)
ORACLE(blocks_state, 7, 1, 0.4, 1.2)

static size_t peak(void) {
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  return stats.peak_bytes;
}

/* By hand, one keeps the four vectors of each step. */
static void keeps_states(void) {
  enum { STEPS = 40, SIDE = 16 };
  double x[3] = {1, 1.1, 0.3}, dx[3] = {0};
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)conjugate_gradients, adcc_dup, x, dx, adcc_const, STEPS, adcc_const, SIDE);
  EXPECT(peak() <= (4 * STEPS + 60) * SIDE * SIDE * sizeof(double));
}

int main(void) {
  conjugate_gradients_state_oracle();
  cholesky_state_oracle();
  walk_state_oracle();
  none_state_oracle();
  blocks_state_oracle();
  keeps_states();
  return oracle_exit();
}
