/* A number that a vectorised loop has in all lanes is loaded with what lies behind it, which is a
 * count: nothing looks at that. The function that does so is not differentiated by itself. */
#include "oracle.h"
struct {
  double alpha, beta, gamma;
  int calls;
} parameters;

int slopes(const int *count, double *y, double *slope) {
  static int i;
  ++parameters.calls;
  int half = *count / 2;
  for (i = 1; i <= half; ++i)
    slope[i * 2] = -parameters.gamma * y[i * 2] + parameters.beta * y[i * 2 - 1] * y[i * 2];
  return 0;
}
PRIMAL(common) {
  double y[65], slope[65];
  int count = 64;
  parameters.alpha = in[0];
  parameters.beta = in[1];
  parameters.gamma = in[2];
  for (int i = 0; i <= 64; i++)
    slope[i] = y[i] = in[0] + i;
  slopes(&count, y, slope);
  slopes(&count, slope, y);
  for (int i = 0; i <= 64; i++)
    out[0] += y[i] * 1e-3;
}
ORACLE_MAIN(common, 3, 1, 0.9, 1.1)
