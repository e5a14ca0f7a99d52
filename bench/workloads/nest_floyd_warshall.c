/* All shortest paths, in place */
#include "nest.h"

static void kernel(int n, real *path) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        real around = path[i * n + k] + path[k * n + j];
        path[i * n + j] = path[i * n + j] < around ? path[i * n + j] : around;
      }
}

/* Keeps a byte for each decision. Lengths are positive, so row and column k do not change in round
 * k and the columns of a row can be visited in any order. */
static inline void row_adjoint(int n, const unsigned char *restrict direct, real *restrict drow,
                               real *restrict dmiddle, real *dstart) {
  real sum = 0;
  for (int j = 0; j < n; j++) {
    real d = direct[j] ? 0 : drow[j];
    drow[j] -= d;
    dmiddle[j] += d;
    sum += d;
  }
  *dstart += sum;
}

BENCH_UNUSED static void gradient(int n, real *path, real *dpath) {
  unsigned char *direct = malloc((size_t)n * n * n);
  if (!direct)
    abort();
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        real around = path[i * n + k] + path[k * n + j];
        int stays = path[i * n + j] < around;
        direct[((size_t)k * n + i) * n + j] = (unsigned char)stays;
        path[i * n + j] = stays ? path[i * n + j] : around;
      }
  for (int k = n; k-- > 0;)
    for (int i = n; i-- > 0;)
      if (i != k)
        row_adjoint(n, direct + ((size_t)k * n + i) * n, dpath + i * n, dpath + k * n,
                    dpath + i * n + k);
  free(direct);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, 1, 10);
  data->operations = 2.0 * n * n * n;
}

DEFINE_WORKLOAD(1, 1, 9, 64, 200)
