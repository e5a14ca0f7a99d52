/* Which of two numbers is the smaller, kept instead of the numbers: all shortest paths in place, an
 * alignment of two sequences by dynamic programming, and limits by the library's functions. */
#include "oracle.h"

int path_nodes = 5;

static void shortest(int n, double *path) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double around = path[i * n + k] + path[k * n + j];
        path[i * n + j] = path[i * n + j] < around ? path[i * n + j] : around;
      }
}

static double align(int n, const double *x, const double *y) {
  double row[8] = {0};
  for (int j = 1; j <= n; j++)
    row[j] = row[j - 1] + fabs(y[j - 1]);
  for (int i = 1; i <= n; i++) {
    double diagonal = row[0];
    row[0] += fabs(x[i - 1]);
    for (int j = 1; j <= n; j++) {
      double difference = x[i - 1] - y[j - 1], best = diagonal + difference * difference;
      diagonal = row[j];
      if (row[j] + 0.31 < best)
        best = row[j] + 0.31;
      if (row[j - 1] + 0.27 < best)
        best = row[j - 1] + 0.27;
      row[j] = best;
    }
  }
  return row[n];
}

static double limited(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double low = fmin(x[i] * x[i], 0.4), high = fmax(low, sum * 0.5);
    sum += high * fmin(x[(i + 1) % n], low + high);
  }
  return sum;
}

PRIMAL(paths) {
  for (size_t i = 0; i < m; i++)
    out[i] *= 0.5;
  for (size_t i = 0; i < n; i++)
    in[i] = in[i] * in[i] + 0.013 * (double)(i * 7 % 11);
  shortest(path_nodes, in);
  out[0] += align(path_nodes, in, in + 5);
  out[1] += limited(path_nodes, in + 3);
  shortest(2, out);
}
ORACLE_MAIN(paths, 25, 4, 0.2, 0.9)
