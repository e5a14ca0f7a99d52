/* Where a nest goes is in memory: rows of a sparse matrix, lists of neighbours, scattered sums. What
 * it reads and what it overwrites is compared before it by looking at the indices. The arrays lie
 * apart, beside each other in one block, or in part upon each other. */
#include "oracle.h"

enum { ROWS = 6, LINKS = 17, SIZE = 4 * LINKS };

static const int begins[ROWS + 1] = {0, 3, 3, 8, 11, 16, 17}; /* one row is empty */
static const int columns[LINKS] = {1, 4, 0, 2, 5, 3, 1, 0, 4, 2, 2, 5, 0, 1, 3, 4, 5};

/* Steps of a solver: the values of the matrix stay, the vectors do not. */
__attribute__((noinline)) static double power(const double *v, const int *begin, const int *column,
                                              double *x, double *y, int rows, int steps) {
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = begin[i]; j < begin[i + 1]; j++)
        sum += v[j] * x[column[j]];
      y[i] = sum + 0.3 * x[i];
    }
    double norm = 0.1;
    for (int i = 0; i < rows; i++)
      norm += y[i] * y[i];
    norm = 1 / sqrt(norm);
    for (int i = 0; i < rows; i++)
      x[i] = y[i] * norm;
  }
  double sum = 0;
  for (int i = 0; i < rows; i++)
    sum += x[i] * (1 + 0.2 * i);
  return sum;
}

/* Pairs, of which those that are far apart do nothing, and forces that are scattered. */
__attribute__((noinline)) static void springs(double *place, double *force, const int *begin,
                                              const int *other, int count, int steps,
                                              double reach) {
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < 2 * count; i++)
      force[i] = -0.1 * place[i];
    for (int i = 0; i < count; i++)
      for (int k = begin[i]; k < begin[i + 1]; k++) {
        int j = other[k];
        double dx = place[2 * i] - place[2 * j], dy = place[2 * i + 1] - place[2 * j + 1];
        double square = dx * dx + dy * dy;
        if (square > reach)
          continue;
        double pull = 0.2 / (0.3 + square);
        force[2 * i] += pull * dx;
        force[2 * i + 1] += pull * dy;
        force[2 * j] -= pull * dx;
        force[2 * j + 1] -= pull * dy;
      }
    for (int i = 0; i < 2 * count; i++)
      place[i] += 0.2 * force[i];
  }
}

/* A list of indices that are read as unsigned numbers or long ones, and where a step begins in the
 * list depends on the step. */
__attribute__((noinline)) static void sweep(double *x, const unsigned *order, const long *first,
                                            const short *last, int steps) {
  for (int s = 0; s < steps; s++)
    for (long k = first[s]; k < last[s]; k++)
      x[order[k]] = 0.5 * x[order[k]] + 0.3 * x[order[k + 1]] * x[order[s]];
}

/* The indices change on the way: nobody can look at them before. */
__attribute__((noinline)) static void shift(double *x, int *order, int count, int steps) {
  for (int s = 0; s < steps; s++)
    for (int i = 0; i + 1 < count; i++) {
      x[order[i]] = sin(x[order[i + 1]]) + 0.2 * x[order[i]];
      order[i] = (order[i] + 1) % count;
    }
}

/* A table that is chosen from by what is computed. */
__attribute__((noinline)) static double table(const double *values, double *x, int count,
                                              int steps) {
  for (int s = 0; s < steps; s++)
    for (int i = 0; i < count; i++) {
      int at = x[i] > 0.6 ? 2 : x[i] > 0.3 ? 1 : 0;
      x[i] = 0.7 * x[i] + 0.2 * values[at] * values[at + 1];
    }
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i] * x[i];
  return sum;
}

/* What follows the indices may leave early, and start with nothing to do. */
__attribute__((noinline)) static void settle(double *x, const double *v, const int *begin,
                                             const int *column, int rows, int steps, double bound) {
  for (int s = 0; s < steps; s++) {
    double change = 0;
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = begin[i]; j < begin[i + 1]; j++)
        sum += v[j] * x[column[j]];
      double next = 0.4 * x[i] + 0.1 * sum;
      change += (next - x[i]) * (next - x[i]);
      x[i] = next;
    }
    if (change < bound)
      break;
  }
}

/* `v`, `x` and `y` as parts of one block, `gap` numbers apart; they overlap where it is small. */
static double side_by_side(const double *in, int n, int gap, int steps) {
  double all[SIZE];
  for (int i = 0; i < SIZE; i++)
    all[i] = in[i % n] * (0.4 + 0.02 * (i % 13)) + 0.05;
  double sum = power(all, begins, columns, all + gap, all + gap + gap / 2, ROWS, steps);
  for (int i = 0; i < SIZE; i++)
    sum += 0.1 * all[i] * (i % 3);
  return sum;
}

static void sparse(const double *in, int n, double *out) {
  double v[LINKS], x[ROWS], y[ROWS] = {0};
  for (int i = 0; i < LINKS; i++)
    v[i] = in[i % n] * (0.5 + 0.03 * i);
  for (int i = 0; i < ROWS; i++)
    x[i] = 0.2 + in[(i + 1) % n];
  out[0] = power(v, begins, columns, x, y, ROWS, 4);
  out[1] = power(v, begins, columns, y, x, ROWS, 1);
  out[2] = side_by_side(in, n, 24, 3) + side_by_side(in, n, 4, 2);
  out[3] = power(v, NULL, NULL, x, y, 0, 3) + power(v, NULL, NULL, x, y, ROWS, 0);
}

static void particles(const double *in, int n, double *out) {
  double place[2 * ROWS], force[2 * ROWS];
  for (int i = 0; i < 2 * ROWS; i++)
    place[i] = in[i % n] * (1 + 0.1 * i);
  springs(place, force, begins, columns, ROWS, 3, 0.8);
  springs(place, force, begins, columns, ROWS, 2, 0.0001);
  out[0] = out[1] = 0;
  for (int i = 0; i < 2 * ROWS; i++) {
    out[0] += place[i] * place[i];
    out[1] += force[i] * (i + 1);
  }
  springs(place, place + 2, begins, columns, 3, 1, 2);
  out[2] = place[3];
  out[3] = place[0] * place[5];
}

static void orders(const double *in, int n, double *out) {
  static const unsigned order[] = {3, 0, 5, 2, 2, 4, 1, 0, 3};
  static const long first[] = {0, 2, 5, 1};
  static const short last[] = {4, 8, 5, 6};
  double x[ROWS];
  for (int i = 0; i < ROWS; i++)
    x[i] = in[i % n] + 0.1 * i;
  sweep(x, order, first, last, 4);
  int changing[ROWS] = {4, 1, 0, 3, 5, 2};
  shift(x, changing, ROWS, 3);
  out[0] = out[1] = 0;
  for (int i = 0; i < ROWS; i++)
    out[0] += x[i] * x[i];
  settle(x, in, begins, columns, ROWS - 3, 5, 1e-3);
  for (int i = 0; i < ROWS; i++)
    out[1] += x[i] * (i + 1);
  double values[] = {in[0], in[1 % n], in[2 % n], 0.5};
  out[2] = table(values, x, ROWS, 3);
  out[3] = table(x, x + 1, 4, 2);
}

PRIMAL(indices) {
  double all[12];
  sparse(in, n, all);
  particles(in, n, all + 4);
  orders(in, n, all + 8);
  for (int j = 0; j < m; j++)
    out[j] = all[j % 12];
}
ORACLE_MAIN(indices, 10, 12, 0.3, 0.9)
