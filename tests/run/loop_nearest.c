/* Extremes as they were before the last round, and nearest of several points: a loop of which only
 * one iteration has a derivative, with loops in it. */
#include "oracle.h"

static double distance(const double *x, const double *y, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

static double nearest(const double *x, const double *points, size_t count, size_t n) {
  double least = distance(x, points, n);
  for (size_t k = 1; k < count; k++) {
    double square = distance(x, points + k * n, n);
    if (square < least)
      least = square;
  }
  return least;
}

/* Calls that keep something for their reverse, in iterations that do not win. */
__attribute__((noinline)) static double rate(const double *x, size_t n) {
  double product = 1;
  for (size_t i = 0; i < n; i++)
    product = 0.5 * product * x[i] + sin(product);
  return product;
}

static double best_rate(const double *x, size_t count) {
  double best = -100;
  for (size_t k = 0; k < count; k++) {
    double value = rate(x + k, 3) * x[k];
    best = value > best ? value : best;
  }
  return best;
}

/* The last of several that are equal, and its place. */
static double farthest(const double *x, const double *scale, size_t count, size_t *place) {
  double largest = scale[0];
  *place = count;
  for (size_t i = 0; i < count; i++)
    if (x[i] >= largest) {
      largest = x[i];
      *place = i;
    }
  return largest;
}

PRIMAL(nearest_point) {
  double largest = in[0], before, low = in[0], lowest;
  size_t i = 0, place;
  do {
    before = largest;
    if (in[i] > largest)
      largest = in[i];
    i++;
  } while (i < n);
  i = 0;
  do {
    lowest = low;
    if (in[i] < low)
      low = in[i];
    i++;
  } while (i < n);
  double points[12];
  for (size_t k = 0; k < 12; k++)
    points[k] = in[k % n] * in[(k + 1) % n];
  out[0] = before;
  out[1] = low * lowest;
  out[2] = nearest(in, points, 4, 3);
  double sum = farthest(in, in + 3, n, &place);
  out[3] = place < n ? sum * in[place] : sum;
  double none = 100;
  out[4] = farthest(in, &none, n, &place) * in[0];
  out[5] = best_rate(points, 9) * best_rate(in, 5);
  for (size_t k = 6; k < m; k++)
    out[k] = 0;
}
ORACLE_MAIN(nearest_point, 8, 6, 0.3, 1.4)
