/* Loops whose first or last iteration differs from the others, as on periodic grids: upwards,
 * downwards, in steps, of no, one, two and more iterations. */
#include "oracle.h"
static void ring(int n, const double *in, double *out) {
  for (int j = 0; j < n; j++) {
    int left = j ? j - 1 : n - 1, right = j + 1 < n ? j + 1 : 0;
    out[j] += in[j] * in[left] - 0.5 * in[right] * in[right];
  }
  for (int j = n - 1; j >= 0; j--)
    out[j] += out[j > 0 ? j - 1 : 0] * in[j == n - 1 ? 0 : j + 1];
}
static void torus(int n, const double *in, double *out) {
  for (int i = 0; i < n; i++) {
    int up = (i ? i - 1 : n - 1) * n, down = (i + 1 < n ? i + 1 : 0) * n;
    for (int j = 0; j < n; j++) {
      int left = j ? j - 1 : n - 1, right = j + 1 < n ? j + 1 : 0;
      out[i * n + j] =
          in[i * n + j] * (in[up + j] + in[down + j]) + 0.25 * in[i * n + left] * in[i * n + right];
    }
  }
}
static void ends(unsigned n, const double *in, double *out) {
  for (unsigned j = 0; j < n; j++) {
    double x = j == 0 ? 2 * in[j] : in[j];
    out[j] = j + 1 >= n ? x * x : j == n / 2 ? 3 * x : x * in[j + 1];
    if (j > 1)
      out[j] += in[j - 2] * x;
  }
  for (unsigned j = 0; j < n; j += 2)
    out[j] *= in[j + 2 < n ? j + 2 : 1 % n] + in[(j + n - 1) % n];
  for (int j = (int)n - 1; j > 0; j -= 3)
    out[j] += out[j - 3 < 0 ? 0 : j - 3] * in[j == (int)n - 1 ? 0 : j];
}
#define SIZED(n_)                                                                                  \
  PRIMAL(ring_##n_) { ring(n_, in, out); }                                                         \
  PRIMAL(ends_##n_) { ends(n_, in, out); }                                                         \
  ORACLE(ring_##n_, n_, n_, 0.5, 1.5)                                                              \
  ORACLE(ends_##n_, n_, n_, 0.5, 1.5)
SIZED(1)
SIZED(2)
SIZED(3)
SIZED(19)
PRIMAL(counted) { /* how often is not known before run time */
  ring((int)n / 2, in, out);
  ends((unsigned)n / 2, in + n / 2, out + n / 2);
}
ORACLE(counted, 42, 42, 0.5, 1.5)
PRIMAL(torus_3) { torus((int)n / 3, in, out); }
ORACLE(torus_3, 9, 9, 0.5, 1.5)
PRIMAL(torus_11) { torus((int)n / 11, in, out); }
ORACLE(torus_11, 121, 121, 0.5, 1.5)

int main(void) {
  ring_1_oracle(), ring_2_oracle(), ring_3_oracle(), ring_19_oracle();
  ends_1_oracle(), ends_2_oracle(), ends_3_oracle(), ends_19_oracle();
  counted_oracle(), torus_3_oracle(), torus_11_oracle();
  return oracle_exit();
}
