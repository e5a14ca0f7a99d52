/* Products of matrices by rows: a sum for each element, several of which may be formed together as
 * long as no result is an operand of another; and rows for which one is. */
#include "oracle.h"

enum { SIZE = 400 };

static void product(double *out, const double *in, const double *weight, const double *bias,
                    int rows, int columns, int outputs) {
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < outputs; o++) {
      double sum = bias ? bias[o] : 0;
      for (int c = 0; c < columns; c++)
        sum += in[r * columns + c] * weight[o * columns + c];
      out[r * outputs + o] = sum;
    }
}

/* Two sums at once, one of them of differences; the row is used again after. */
static void distances(double *out, const double *in, const double *centre, int rows, int columns,
                      int centres) {
  for (int r = 0; r < rows; r++) {
    const double *x = in + r * columns;
    for (int k = 0; k < centres; k++) {
      double dot = 0, distance = 1;
      for (int c = 0; c < columns; c++) {
        double difference = x[c] - centre[k * columns + c];
        dot -= x[c] * centre[k * columns + c];
        distance += difference * difference;
      }
      out[r * centres + k] += dot / distance;
    }
  }
}

/* Each result is an operand of those that follow: a linear filter, and a triangular system. */
static void filter(double *x, const double *tap, int taps, int count) {
  for (int i = taps; i < count; i++) {
    double sum = 0;
    for (int k = 0; k < taps; k++)
      sum += x[i - taps + k] * tap[k];
    x[i] += 0.1 * sum;
  }
}

static void substitute(double *x, const double *matrix, int n) {
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    for (int k = 0; k < i; k++)
      sum -= 0.1 * matrix[i * n + k] * x[k];
    x[i] = sum / (1 + matrix[i * n + i] * matrix[i * n + i]);
  }
}

PRIMAL(products) {
  double x[SIZE], w[SIZE], y[SIZE];
  for (int i = 0; i < SIZE; i++) {
    x[i] = in[i % n] * (0.3 + 0.02 * (i % 13)) - 0.2;
    w[i] = 0.4 - 0.1 * in[(i + 2) % n] * (i % 4);
    y[i] = 0.1 * in[(i + 1) % n];
  }
  int more = in[0] > 100; /* so that no length is known */
  product(y, x, w, w + 350, 9 + more, 7 + more, 11 + more);
  product(y + 99, x + 3, w + 20, NULL, 3 - more, 19 - more, 5 - more);
  product(y + 150, y, w, w + 3, 8 + more, 6 - more, 10 - more);     /* of a result */
  product(x + 300, x + 296, w, NULL, 5 + more, 4 + more, 4 + more); /* results become operands */
  product(w + 200, x, w + 190, w + 200, 2 + more, 5 + more, 6 - more);
  product(y, x, w, NULL, 4 + more, more, 3);
  distances(y + 240, x, w + 100, 10 + more, 6 + more, 9 - more);
  distances(x + 320, x + 300, x + 310, 3 + more, 4 + more, 5 - more);
  filter(x + 100, w + 40, 5 + more, 40 - more);
  filter(y + 20, w, 1 + more, 12);
  substitute(x + 200, w + 60, 8 + more);
  substitute(y + 300, y + 250, 7 - more);
  for (int j = 0; j < m; j++)
    out[j] = 0;
  for (int j = 0; j < SIZE; j++)
    out[j % m] += y[j] * (0.5 + 0.01 * j) + 0.1 * x[j] * w[SIZE - 1 - j];
}
ORACLE_MAIN(products, 9, 7, 0.2, 0.9)
