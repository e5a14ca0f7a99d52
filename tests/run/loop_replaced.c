/* Values that a loop replaces under a condition, or leaves: extremes from either end, ties, the
 * last place that fulfils something, none, at a loop's exit from within and in nests. */
#include "oracle.h"

/* Ties go to the first by > and to the last by >=; a row may be empty, and its start may win. */
static void extremes(size_t rows, size_t length, const double *x, double start, double *out) {
  for (size_t r = 0; r < rows; r++) {
    double largest = start, smallest = start, last = 2 * start;
    for (size_t i = 0; i < length - r; i++) {
      double twice = x[r + i] * x[i];
      largest = twice > largest ? twice : largest;
      if (x[i] * x[i] <= smallest)
        smallest = x[i] * x[i];
      if (i % 2 == r % 2)
        last = twice + x[i];
    }
    out[r] += largest * smallest + last * largest;
  }
}

/* Left before the condition of the last round is asked. */
static double until(size_t count, const double *x, double limit) {
  double best = x[0] * 0.5, sum = 0;
  size_t i = 0;
  while (i < count) {
    sum += x[i];
    if (sum > limit)
      break;
    best = x[i] >= best ? x[i] : best;
    i++;
  }
  return best * sum;
}

/* What is replaced is also what replaces: the second largest; and used while it changes. */
static double second(size_t count, const double *x) {
  double first = -10, then = -20, mixed = 1;
  for (size_t i = 0; i < count; i++) {
    if (x[i] > first) {
      then = first;
      first = x[i];
    } else if (x[i] > then) {
      then = x[i];
    }
    mixed = mixed * 0.9 + 0.1 * then * x[i];
  }
  return first * then + mixed;
}

PRIMAL(replaced) {
  double work[24];
  for (int i = 0; i < 24; i++)
    work[i] = in[i % n] * (i % 3 == 0 ? 1 : 0.75);
  for (size_t j = 0; j < m; j++)
    out[j] = 0;
  extremes(4, 9, work, 0.2, out);
  extremes(3, 5, work + 6, -3, out);
  extremes(2, 3, work + 2, 9, out + 1);
  extremes(3, 2, work + 4, 0.5, out + 2);
  out[3] += until(12, work, 3.5) + until(12, work, 100);
  out[4] += second(20, work) * second(1, work);
}
ORACLE_MAIN(replaced, 8, 5, 0.3, 1.4)
