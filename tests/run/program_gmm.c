/* A Gaussian mixture: packed triangular factors, log-sum-exp, temporaries on the heap. */
#include "oracle.h"
enum { D = 2, K = 2, N = 3, L = D * (D - 1) / 2 };
static double log_sum_exp(const double *x, int count) {
  double largest = x[0], sum = 0;
  for (int i = 1; i < count; i++)
    if (x[i] > largest)
      largest = x[i];
  for (int i = 0; i < count; i++)
    sum += exp(x[i] - largest);
  return log(sum) + largest;
}
static void factor_times(const double *diagonal, const double *lower, const double *x, double *y) {
  int at = 0;
  for (int i = 0; i < D; i++)
    y[i] = diagonal[i] * x[i];
  for (int i = 0; i < D; i++)
    for (int j = i + 1; j < D; j++)
      y[j] += lower[at++] * x[i];
}
PRIMAL(mixture) {
  const double *alphas = in, *means = in + K, *factors = means + K * D;
  double *diagonal = (double *)malloc(K * D * sizeof(double));
  double *term = (double *)malloc(K * sizeof(double)),
         *centred = (double *)malloc(D * sizeof(double));
  double *moved = (double *)malloc(D * sizeof(double)), total = 0;
  for (int k = 0; k < K; k++)
    for (int d = 0; d < D; d++)
      diagonal[k * D + d] = exp(factors[k * (D + L) + d]);
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < K; k++) {
      for (int d = 0; d < D; d++)
        centred[d] = 0.3 * i + 0.1 * d - means[k * D + d];
      factor_times(&diagonal[k * D], &factors[k * (D + L) + D], centred, moved);
      double norm = 0, trace = 0;
      for (int d = 0; d < D; d++)
        norm += moved[d] * moved[d], trace += factors[k * (D + L) + d];
      term[k] = alphas[k] + trace - 0.5 * norm;
    }
    total += log_sum_exp(term, K);
  }
  out[0] = total - N * log_sum_exp(alphas, K);
  free(diagonal), free(term), free(centred), free(moved);
}
ORACLE_MAIN(mixture, K + K * D + K * (D + L), 1, -1, 1)
