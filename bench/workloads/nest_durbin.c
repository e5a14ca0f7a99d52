/* The Toeplitz system of Yule and Walker by Durbin's recursion */
#include "nest.h"

static void kernel(int n, real *RESTRICT y, real *RESTRICT z, const real *RESTRICT r) {
  real alpha = -r[0], beta = 1;
  y[0] = -r[0];
  for (int k = 1; k < n; k++) {
    beta *= 1 - alpha * alpha;
    real sum = 0;
    for (int i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
}

/* Keeps y of each step, a triangle, and alpha and beta, a line each. */
BENCH_UNUSED static void gradient(int n, real *y, real *restrict dy, real *z, real *restrict dz,
                                  const real *restrict r, real *restrict dr) {
  real *triangle = malloc(((size_t)n * n / 2 + n) * sizeof *triangle);
  real *alphas = malloc((size_t)n * sizeof *alphas), *betas = malloc((size_t)n * sizeof *betas);
  if (!triangle || !alphas || !betas)
    abort();
  alphas[0] = y[0] = -r[0];
  betas[0] = 1;
  for (int k = 1; k < n; k++) {
    betas[k] = betas[k - 1] * (1 - alphas[k - 1] * alphas[k - 1]);
    real *kept = triangle + (size_t)k * (k - 1) / 2, sum = 0;
    memcpy(kept, y, (size_t)k * sizeof *kept);
    for (int i = 0; i < k; i++)
      sum += r[k - i - 1] * kept[i];
    real alpha = alphas[k] = -(r[k] + sum) / betas[k];
    for (int i = 0; i < k; i++)
      y[i] = kept[i] + alpha * kept[k - i - 1];
    y[k] = alpha;
  }
  memcpy(z, y, (size_t)(n - 1) * sizeof *z);

  real dalpha_next = 0, dbeta_next = 0; /* what later steps ask of this step's alpha and beta */
  for (int k = n; k-- > 1;) {
    const real *kept = triangle + (size_t)k * (k - 1) / 2;
    real alpha = alphas[k], dalpha = dalpha_next + dy[k];
    for (int i = 0; i < k; i++) {
      dalpha += dy[i] * kept[k - i - 1];
      dz[i] = dy[i] + alpha * dy[k - i - 1];
    }
    real d = -dalpha / betas[k];
    real dbeta = dbeta_next - dalpha * alpha / betas[k];
    dr[k] += d;
    for (int i = 0; i < k; i++)
      dy[i] = dz[i] + d * r[k - i - 1];
    for (int i = 0; i < k; i++)
      dr[i] += d * kept[k - i - 1];
    dalpha_next = -2 * dbeta * betas[k - 1] * alphas[k - 1];
    dbeta_next = dbeta * (1 - alphas[k - 1] * alphas[k - 1]);
  }
  dr[0] -= dy[0] + dalpha_next;
  free(triangle);
  free(alphas);
  free(betas);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, n, 0, 0);
  buffer_set(data, 2, INPUT, n, -0.5 / n, 0.5 / n);
  data->operations = 2.0 * n * n;
}

DEFINE_WORKLOAD(1, 3, 11, 120, 2000)
