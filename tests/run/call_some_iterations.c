/* Calls that only some iterations of a loop make, and that stay calls: what belongs to them is kept
 * once for each call. By recursion, in loops in loops, with several calls in a block, with what
 * they return used in other blocks behind them and in later iterations, with pieces of stack, and
 * where the loop around has no known count. */
#include "oracle.h"

int some_sizes[] = {5, 4, 3};

/* The determinant by minors: a bit for each column that the rows above have taken. */
static double minor_of(int n, const double *matrix, int row, unsigned used) {
  if (row == n)
    return 1;
  double sum = 0, sign = 1;
  for (int column = 0; column < n; column++) {
    if (used >> column & 1)
      continue;
    sum += sign * matrix[row * n + column] * minor_of(n, matrix, row + 1, used | 1u << column);
    sign = -sign;
  }
  return sum;
}

/* Writes what it reads, and calls itself twice where it does. */
static double fold(int depth, double *state, double x) {
  if (depth == 0)
    return sin(x) * state[0];
  double sum = 0.1 * x;
  for (int i = 0; i < 3; i++) {
    double factor = 1 + 0.1 * sum;
    if ((depth + i) % 2) {
      double first = fold(depth - 1, state, x * factor);
      state[i] = 0.9 * state[i] + 0.1 * first;
      double second = fold(depth - 1, state, first + state[(i + 1) % 3]);
      if (first > second)
        sum += first * second * factor;
      else
        sum -= 0.5 * first * factor;
    }
    sum *= 0.7;
  }
  return sum;
}

__attribute__((noinline)) static double nested(int n, const double *x, double *y) {
  double total = 0, weight = 0.5;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if ((i + j) % 3 == 0) {
        double value = minor_of(2, x + i, 0, 0) * weight;
        for (int k = 0; k <= j; k++)
          if (k != i)
            y[k] += value * x[k] + fold(1, y, value);
        total += value * y[j];
        weight *= 0.9;
      }
      weight += 0.01 * y[i];
    }
    if (x[i] > 0.5)
      total += fold(2, y, total) * weight;
  }
  return total + weight;
}

/* The outer loop's count is not known, the inner one's is. */
__attribute__((noinline)) static double until(int n, double *y, double limit) {
  double total = 0.2;
  while (total < limit) {
    double before = total;
    for (int i = 0; i < n; i++)
      if (y[i] > 0.3) {
        double held[3] = {total, y[i], 0.4};
        total += 0.3 + 0.05 * fold(1, held, total);
        y[i] *= held[0];
      } else
        total += 0.1;
    total += 0.1 * before;
  }
  return total;
}

PRIMAL(some) {
  double work[16];
  for (int i = 0; i < 16; i++)
    work[i] = in[i % n] * (0.6 + 0.02 * i);
  out[0] = minor_of(some_sizes[1], in, 0, 0);
  out[1] = fold(3, work, in[0]);
  out[2] = nested(some_sizes[0], in, work);
  out[3] = until(some_sizes[2], work + 5, 3);
  for (int i = 0; i < 8; i++)
    out[i % m] += work[i] * work[i + 8];
}
ORACLE_MAIN(some, 16, 4, 0.2, 0.9)
