/* The matrix of correlations between the columns of a table, which is normalised in place */
#include "nest.h"

static void kernel(int n, real *RESTRICT correlation, real *RESTRICT mean, real *RESTRICT deviation,
                   real *RESTRICT table) {
  for (int j = 0; j < n; j++) {
    mean[j] = 0;
    for (int i = 0; i < n; i++)
      mean[j] += table[i * n + j];
    mean[j] /= n;
  }
  for (int j = 0; j < n; j++) {
    deviation[j] = 0;
    for (int i = 0; i < n; i++)
      deviation[j] += (table[i * n + j] - mean[j]) * (table[i * n + j] - mean[j]);
    deviation[j] = sqrt(deviation[j] / n);
    deviation[j] = deviation[j] <= (real)0.1 ? 1 : deviation[j];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      table[i * n + j] -= mean[j];
      table[i * n + j] /= sqrt((real)n) * deviation[j];
    }
  for (int i = 0; i < n - 1; i++) {
    correlation[i * n + i] = 1;
    for (int j = i + 1; j < n; j++) {
      correlation[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        correlation[i * n + j] += table[k * n + i] * table[k * n + j];
      correlation[j * n + i] = correlation[i * n + j];
    }
  }
  correlation[n * n - 1] = 1;
}

/* With x the normalised column and g its adjoint, g' = (g - mean(g) - x (x . g)) / (sqrt(n) s); the
 * last term only where the deviation s was not replaced by 1. */
BENCH_UNUSED static void gradient(int n, real *correlation, real *dcorrelation, real *mean,
                                  real *dmean, real *deviation, real *ddeviation, real *table,
                                  real *dtable) {
  kernel(n, correlation, mean, deviation, table);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      dcorrelation[i * n + j] += dcorrelation[j * n + i];
      dcorrelation[j * n + i] = dcorrelation[i * n + j];
    }
  for (int i = 0; i < n; i++)
    dcorrelation[i * n + i] = 0;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      row_add(dtable + k * n, dcorrelation + i * n, table[k * n + i], n);
  memset(dmean, 0, (size_t)n * sizeof *dmean);
  memset(ddeviation, 0, (size_t)n * sizeof *ddeviation);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      dmean[j] += dtable[i * n + j];
      ddeviation[j] += dtable[i * n + j] * table[i * n + j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      real scale = sqrt((real)n) * deviation[j];
      real through = deviation[j] == 1 ? 0 : ddeviation[j];
      dtable[i * n + j] = (dtable[i * n + j] - dmean[j] / n - table[i * n + j] * through) / scale;
    }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n * n, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, n, 0, 0);
  buffer_set(data, 2, SCRATCH, n, 0, 0);
  buffer_set(data, 3, INOUT, n * n, -1, 1);
  data->operations = 1.0 * n * n * n;
}

DEFINE_WORKLOAD(1, 4, 11, 64, 240)
