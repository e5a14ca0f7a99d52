/* Loops of a few rounds over tables of constants, which are unrolled in the derivative as they are
 * in the primal: directions of a lattice, a formula's nodes and weights, a table that decides which
 * way is taken, and one that says how often an inner loop runs. */
#include "oracle.h"

enum { DIRECTIONS = 5, NODES = 3 };

static const int step_x[DIRECTIONS] = {0, 1, 0, -1, 0}, step_y[DIRECTIONS] = {0, 0, 1, 0, -1};
static const double share[DIRECTIONS] = {1.0 / 3, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6};
static const double node[NODES] = {-0.7745966692414834, 0, 0.7745966692414834};
static const double weight[NODES] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
static const int rounds[] = {2, 0, 3, 1};

static int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

static void collide(int n, const double *from, double *to) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      double density = 0, flow = 0;
      for (int q = 0; q < DIRECTIONS; q++) {
        double f = from[(q * n + y) * n + x];
        density += f;
        flow += step_x[q] * f;
      }
      for (int q = 0; q < DIRECTIONS; q++) {
        double along = step_x[q] * flow / density;
        to[(q * n + wrap(y + step_y[q], n)) * n + wrap(x + step_x[q], n)] +=
            0.4 * from[(q * n + y) * n + x] +
            0.6 * share[q] * density * (1 + along + along * along);
      }
    }
}

static double integral(double a, double b) {
  double sum = 0;
  for (int i = 0; i < NODES; i++) {
    double x = 0.5 * (a + b) + 0.5 * (b - a) * node[i];
    sum += weight[i] * exp(-x * x) * (step_x[i] > 0 ? x : 1);
  }
  return 0.5 * (b - a) * sum;
}

static double powers(double x) {
  double product = 1;
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < rounds[i]; k++)
      product *= 1 + 0.1 * (x + i);
    product = sin(product);
  }
  return product;
}

PRIMAL(lattice) {
  int side = (int)(n / DIRECTIONS) == 9 ? 3 : 1;
  for (int step = 0; step < 2; step++) {
    collide(side, in, out);
    collide(side, out, in);
  }
  for (size_t i = 0; i < m; i++)
    out[i] += integral(in[i % n], 1.5) + powers(in[(i + 1) % n]);
}
ORACLE_MAIN(lattice, 45, 45, 0.2, 0.9)
