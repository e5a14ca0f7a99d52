/* The log-likelihood of a Gaussian mixture with a Wishart prior: K components in d dimensions, the
 * inverse square roots of the covariances given by the logarithms of their diagonals and by their
 * lower triangles, column by column. Parameters are one allocation, scratch another. `size` is
 * 1000 d + K. */
#include "nest.h"

enum { POINTS = 200 };

/* logarithm of a sum of exponentials */
static real log_sum_exp(int n, const real *RESTRICT x) {
  real largest = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  real sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - largest);
  return log(sum) + largest;
}

/* out = Q (x - mean) */
static void whiten(int d, const real *RESTRICT diagonal, const real *RESTRICT lower,
                   const real *RESTRICT centered, real *RESTRICT out) {
  int at = 0;
  for (int i = 0; i < d; i++)
    out[i] = diagonal[i] * centered[i];
  for (int i = 0; i < d; i++)
    for (int j = i + 1; j < d; j++)
      out[j] += lower[at++] * centered[i];
}

static void kernel(int d, int K, real *RESTRICT value, const real *RESTRICT parameters,
                   real *RESTRICT scratch, const real *RESTRICT points) {
  const real gamma = 1, wishart = 0;
  int triangle = d * (d + 1) / 2;
  const real *alphas = parameters, *means = alphas + K, *factors = means + K * d;
  real *diagonals = scratch, *sums = diagonals + K * d, *centered = sums + K;
  real *white = centered + d, *terms = white + d;

  for (int k = 0; k < K; k++) {
    sums[k] = 0;
    for (int i = 0; i < d; i++) {
      sums[k] += factors[k * triangle + i];
      diagonals[k * d + i] = exp(factors[k * triangle + i]);
    }
  }
  real total = 0;
  for (int p = 0; p < POINTS; p++) {
    for (int k = 0; k < K; k++) {
      for (int i = 0; i < d; i++)
        centered[i] = points[p * d + i] - means[k * d + i];
      whiten(d, diagonals + k * d, factors + k * triangle + d, centered, white);
      real square = 0;
      for (int i = 0; i < d; i++)
        square += white[i] * white[i];
      terms[k] = alphas[k] + sums[k] - square / 2;
    }
    total += log_sum_exp(K, terms);
  }
  total -= POINTS * log_sum_exp(K, alphas);
  for (int k = 0; k < K; k++) {
    real square = 0;
    for (int i = 0; i < d; i++)
      square += diagonals[k * d + i] * diagonals[k * d + i];
    for (int i = d; i < triangle; i++)
      square += factors[k * triangle + i] * factors[k * triangle + i];
    total += gamma * gamma * square / 2 - wishart * sums[k];
  }
  *value = total;
}

/* For one point and one component: adds into the factor's and the mean's adjoints. */
static inline void component_adjoint(int d, real weight, const real *restrict diagonal,
                                     real *restrict ddiagonal, const real *restrict lower,
                                     real *restrict dlower, const real *restrict centered,
                                     const real *restrict white, real *restrict dmean) {
  int at = 0;
  for (int i = 0; i < d; i++) {
    real dwhite = -weight * white[i], sum = 0, scaled = -weight * centered[i];
    ddiagonal[i] += dwhite * centered[i];
    for (int j = i + 1; j < d; j++) {
      dlower[at + j - i - 1] += white[j] * scaled;
      sum += lower[at + j - i - 1] * white[j];
    }
    at += d - i - 1;
    dmean[i] -= diagonal[i] * dwhite - weight * sum;
  }
}

/* Point by point: the whitened differences of all components are kept for one point only. */
BENCH_UNUSED static void gradient(int d, int K, real *value, const real *dvalue,
                                  const real *parameters, real *dparameters, real *scratch,
                                  const real *points) {
  const real gamma = 1, wishart = 0;
  real seed = *dvalue;
  int triangle = d * (d + 1) / 2;
  const real *alphas = parameters, *means = alphas + K, *factors = means + K * d;
  real *dalphas = dparameters, *dmeans = dalphas + K, *dfactors = dmeans + K * d;
  real *diagonals = scratch, *sums = diagonals + K * d;
  size_t row = (size_t)K * d;
  real *memory = calloc(3 * row + 2 * (size_t)K, sizeof *memory);
  if (!memory)
    abort();
  real *centered = memory, *white = centered + row, *ddiagonals = white + row;
  real *terms = ddiagonals + row, *weights = terms + K;

  for (int k = 0; k < K; k++) {
    sums[k] = 0;
    for (int i = 0; i < d; i++) {
      sums[k] += factors[k * triangle + i];
      diagonals[k * d + i] = exp(factors[k * triangle + i]);
    }
  }
  real total = 0;
  for (int p = 0; p < POINTS; p++) {
    for (int k = 0; k < K; k++) {
      for (int i = 0; i < d; i++)
        centered[k * d + i] = points[p * d + i] - means[k * d + i];
      whiten(d, diagonals + k * d, factors + k * triangle + d, centered + k * d, white + k * d);
      terms[k] = alphas[k] + sums[k] - row_dot(white + k * d, white + k * d, d) / 2;
    }
    real largest = terms[0], sum = 0;
    for (int k = 1; k < K; k++)
      largest = terms[k] > largest ? terms[k] : largest;
    for (int k = 0; k < K; k++)
      sum += weights[k] = exp(terms[k] - largest);
    total += log(sum) + largest;
    for (int k = 0; k < K; k++) {
      real weight = seed * weights[k] / sum;
      dalphas[k] += weight;
      for (int i = 0; i < d; i++)
        dfactors[k * triangle + i] += weight;
      component_adjoint(d, weight, diagonals + k * d, ddiagonals + k * d,
                        factors + k * triangle + d, dfactors + k * triangle + d, centered + k * d,
                        white + k * d, dmeans + k * d);
    }
  }
  real normal = log_sum_exp(K, alphas);
  total -= POINTS * normal;
  for (int k = 0; k < K; k++) {
    dalphas[k] -= seed * POINTS * exp(alphas[k] - normal);
    real square = row_dot(diagonals + k * d, diagonals + k * d, d);
    for (int i = 0; i < d; i++) {
      ddiagonals[k * d + i] += seed * gamma * gamma * diagonals[k * d + i];
      dfactors[k * triangle + i] += ddiagonals[k * d + i] * diagonals[k * d + i] - seed * wishart;
    }
    const real *lower = factors + k * triangle + d;
    square += row_dot(lower, lower, triangle - d);
    row_add(dfactors + k * triangle + d, lower, seed * gamma * gamma, triangle - d);
    total += gamma * gamma * square / 2 - wishart * sums[k];
  }
  *value = total;
  free(memory);
}

BENCH_UNUSED static void shape(Data *data) {
  int d = data->size / 1000, K = data->size % 1000, triangle = d * (d + 1) / 2;
  data->integers[0] = d;
  data->integers[1] = K;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)K * (1 + d + triangle), -0.5, 0.5);
  buffer_set(data, 2, SCRATCH, (size_t)K * d + 2 * K + 2 * d, 0, 0);
  buffer_set(data, 3, CONSTANT, (size_t)POINTS * d, -1, 1);
  data->operations = 1.0 * POINTS * K * d * (d + 4);
}

#define ARGUMENTS (void *)kernel, CONSTANTS_2, DUPS_3, adcc_const, BENCH_VALUE(3)

BENCH_DEFINE(3004, kernel(INTEGERS_2, VALUES_4),
             gradient(INTEGERS_2, PAIRS_2, BENCH_VALUE(2), BENCH_VALUE(3)),
             __adcc_autodiff(ARGUMENTS), __adcc_fwddiff(ARGUMENTS), 2005, 20050, 64025)
