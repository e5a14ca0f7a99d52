/* What several loops of a step read is kept once, by the first of them; what is written in between,
 * or by one of them, or is read in another order, is not the same. */
#include "oracle.h"

enum { SIZE = 12 };

/* Solvers do this: the image of a direction is read by the loops behind the one that makes it. */
PRIMAL(solver_steps) {
  int size = SIZE - (n > 100);
  double x[SIZE], image[SIZE], square[SIZE][SIZE];
  for (int i = 0; i < size; i++)
    x[i] = in[i % n];
  for (int t = 0; t < 3 + (n > 100); t++) {
    double product = 0.1, sum = 0;
    image[0] = x[0] * x[1];
    for (int i = 1; i < size; i++)
      image[i] = x[i] * x[i - 1] + 0.3;
    for (int i = 0; i < size; i++)
      product += 0.1 * x[i] * image[i];
    for (int i = 0; i < size; i++)
      sum += image[i] * image[i] * product;
    for (int i = 0; i < size; i++)
      x[i] = 0.5 * x[i] + 0.05 * image[i] * sum / (1 + sum * sum);
    /* two deep, the rows of different lengths */
    for (int i = 0; i < size; i++)
      for (int j = 0; j <= i; j++)
        square[i][j] = x[i] - 0.5 * x[j] * x[j];
    square[1][1] = sum;
    for (int i = 0; i < size; i++)
      for (int j = 0; j <= i; j++)
        sum += 0.01 * square[i][j] * square[i][j] * x[j];
    for (int i = 0; i < size; i++)
      for (int j = 0; j <= i; j++)
        x[i] += 0.001 * sum * square[i][j] * square[i][j];
  }
  for (int j = 0; j < m; j++)
    out[j] = x[j] * x[j];
}

/* What stands between, in steps whose number is found at run time. */
PRIMAL(others_between) {
  int size = SIZE - (n > 100);
  double x[SIZE], y[SIZE], product = 0.2, rest = 4 + in[0];
  for (int i = 0; i < size; i++)
    x[i] = in[i % n], y[i] = in[(i + 1) % n];
  while (rest > 0.5) {
    rest -= 1.1;
    /* changed by the loop that reads it first */
    for (int i = 0; i < size; i++) {
      product += 0.1 * x[i] * x[i];
      x[i] = 0.9 * x[i] + 0.01 * product;
    }
    for (int i = 0; i < size; i++)
      product += 0.1 * x[i] * x[i] * y[i];
    /* … by one between */
    for (int i = 2; i < size - 2; i++)
      x[i] *= 1 + 0.1 * y[i];
    for (int i = 0; i < size; i++)
      product -= 0.1 * x[i] * x[i] * y[i];
    /* … by a statement between */
    x[3] = 0.3 * product;
    for (int i = 0; i < size; i++)
      y[i] += 0.1 * x[i] * x[i] * x[i];
    /* … ahead of where the second one reads it */
    for (int i = 0; i < size; i++)
      product += 0.01 * x[i] * y[i] * y[i];
    for (int i = 0; i < size; i++) {
      product += 0.01 * x[i] * y[i];
      if (i + 1 < size)
        x[i + 1] = 0.8 * x[i + 1] + 0.01 * y[i] * x[i];
    }
    /* read backwards, and in steps of two */
    for (int i = 0; i < size; i++)
      product += 0.01 * x[size - 1 - i] * x[size - 1 - i] * y[i];
    for (int i = 0; i < size / 2; i++)
      product -= 0.01 * x[2 * i] * x[2 * i] * y[i];
    for (int i = 0; i < size / 2; i++)
      product -= 0.01 * x[i] * x[i] * y[i];
    for (int i = 0; i < size; i++)
      x[i] *= 0.9, y[i] = 0.9 * y[i] + 0.01 * x[i];
    product *= 0.5;
  }
  for (int j = 0; j < m; j++)
    out[j] = x[j] * y[j] + product;
}

/* Here only some steps run the first loop. */
PRIMAL(in_some_steps) {
  int size = SIZE - (n > 100);
  double x[SIZE], sum = 0.1;
  for (int i = 0; i < size; i++)
    x[i] = in[i % n];
  for (int t = 0; t < 5; t++) {
    if (sum * sum < 0.3 || t == 3)
      for (int i = 0; i < size; i++)
        sum += 0.02 * x[i] * x[i];
    for (int i = 0; i < size; i++)
      sum += 0.03 * x[i] * x[i] * x[i];
    if (t % 2)
      for (int i = 0; i < size; i++)
        sum -= 0.01 * x[i] * x[i] * x[i];
    for (int i = 0; i < size; i++)
      x[i] = 0.9 * x[i] + 0.1 * sum * x[(i + t) % size];
  }
  for (int j = 0; j < m; j++)
    out[j] = x[j] * sum;
}

/* With calls that keep a tape of their own, in steps of which only some run them. */
__attribute__((noinline)) static double advance(double *restrict x, double *restrict image, int size,
                                                double by) {
  double sum = by;
  image[0] = x[0] * x[0];
  for (int i = 1; i < size; i++)
    image[i] = x[i] * x[i - 1];
  for (int i = 0; i < size; i++)
    sum += image[i] * x[i];
  for (int i = 0; i < size; i++)
    x[i] = 0.8 * x[i] + 0.01 * image[i] * image[i] * sum;
  return 0.1 * sum;
}

PRIMAL(through_calls) {
  int size = SIZE - (n > 100);
  double x[SIZE], image[SIZE], sum = 0.1;
  for (int i = 0; i < size; i++)
    x[i] = in[i % n];
  for (int t = 0; t < 6; t++) {
    if (t % 3 == 0)
      continue;
    sum = advance(x, image, size, sum * sum);
    image[t] = sum;
    for (int i = 0; i < size; i++)
      sum += 0.02 * image[i] * x[i];
    if (sum > 0.1) {
      sum += advance(x, image, size / 2, sum * sum);
      for (int i = 0; i < size; i++)
        sum += 0.02 * image[i] * image[i];
      for (int i = 0; i < size; i++)
        x[i] += 0.02 * image[i] * image[i] * sum;
    }
  }
  for (int j = 0; j < m; j++)
    out[j] = x[j] * sum;
}

ORACLE(solver_steps, 6, 5, 0.2, 0.9)
ORACLE(others_between, 6, 5, 0.2, 0.6)
ORACLE(in_some_steps, 6, 5, 0.2, 0.9)
ORACLE(through_calls, 6, 5, 0.2, 0.9)

int main(void) {
  solver_steps_oracle();
  others_between_oracle();
  in_some_steps_oracle();
  through_calls_oracle();
  return oracle_exit();
}
