/* A Gaussian mixture with a prior, whose work arrays come from malloc and calloc and are released
 * before the reverse sweep reads them again: some at the end, some in every round, some in a
 * function of their own, some only on one way. */
#include "oracle.h"

typedef struct {
  int dimensions, components;
  const double *alphas, *means, *triangles;
} Mixture;

static double log_sum(int n, const double *x) {
  double largest = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (largest < x[i])
      largest = x[i];
  double *terms = malloc((size_t)n * sizeof *terms);
  for (int i = 0; i < n; i++)
    terms[i] = exp(x[i] - largest);
  for (int i = 0; i < n; i++)
    sum += terms[i] * (1 + 0.01 * terms[i]);
  free(terms);
  return log(sum) + largest;
}

static void times_triangle(int d, const double *diagonal, const double *lower, const double *x,
                           double *out) {
  for (int i = 0; i < d; i++)
    out[i] = diagonal[i] * x[i];
  int at = 0;
  for (int i = 0; i < d; i++)
    for (int j = i + 1; j < d; j++)
      out[j] += lower[at++] * x[i];
}

static void release(double *a, double *b) {
  free(a);
  free(b);
}

static double likelihood(const Mixture *mixture, int points, const double *x) {
  int d = mixture->dimensions, k = mixture->components, size = d * (d + 1) / 2;
  double *diagonals = malloc((size_t)(k * d) * sizeof *diagonals);
  double *logs = calloc((size_t)k, sizeof *logs), *terms = malloc((size_t)k * sizeof *terms);
  double total = 0;
  for (int c = 0; c < k; c++)
    for (int i = 0; i < d; i++) {
      logs[c] += mixture->triangles[c * size + i];
      diagonals[c * d + i] = exp(mixture->triangles[c * size + i]);
    }
  for (int p = 0; p < points; p++) {
    double *centered = malloc((size_t)d * sizeof *centered), *scaled = NULL;
    for (int c = 0; c < k; c++) {
      double *product = malloc((size_t)d * sizeof *product), square = 0;
      for (int i = 0; i < d; i++)
        centered[i] = x[p * d + i] - mixture->means[c * d + i];
      times_triangle(d, diagonals + c * d, mixture->triangles + c * size + d, centered, product);
      for (int i = 0; i < d; i++)
        square += product[i] * product[i];
      terms[c] = mixture->alphas[c] + logs[c] - 0.5 * square;
      free(product);
    }
    if (p % 2) {
      scaled = malloc((size_t)d * sizeof *scaled);
      for (int i = 0; i < d; i++)
        scaled[i] = centered[i] * centered[i];
      for (int i = 0; i < d; i++)
        total += scaled[i] * scaled[(i + 1) % d];
    }
    total += log_sum(k, terms);
    release(centered, scaled);
  }
  total -= points * log_sum(k, mixture->alphas);
  for (int c = 0; c < k; c++)
    for (int i = 0; i < d; i++)
      total += 0.1 * diagonals[c * d + i] * diagonals[c * d + i] - 0.2 * logs[c];
  release(diagonals, logs);
  free(terms);
  return total;
}

PRIMAL(work_arrays) {
  enum { DIMENSIONS = 4, COMPONENTS = 3, POINTS = 5, SIZE = DIMENSIONS * (DIMENSIONS + 1) / 2 };
  double *parameters = malloc(sizeof(double) * COMPONENTS * (1 + DIMENSIONS + SIZE));
  double *x = malloc(sizeof(double) * POINTS * DIMENSIONS);
  for (int i = 0; i < COMPONENTS * (1 + DIMENSIONS + SIZE); i++)
    parameters[i] = in[i % n] * (0.2 + 0.05 * (i % 7));
  for (int i = 0; i < POINTS * DIMENSIONS; i++)
    x[i] = in[(i + 3) % n] - 0.1 * (i % 5);
  Mixture mixture = {DIMENSIONS, COMPONENTS, parameters, parameters + COMPONENTS,
                     parameters + COMPONENTS * (1 + DIMENSIONS)};
  out[0] = likelihood(&mixture, POINTS, x);
  parameters[COMPONENTS] *= out[0]; /* what the mixture read is overwritten */
  out[1] = likelihood(&mixture, 2, x) * parameters[COMPONENTS];
  release(parameters, x);
}
ORACLE_MAIN(work_arrays, 6, 2, 0.3, 0.9)
