/* Small matrices of a fixed size are values: of a filter's step no more than its state is kept, and nothing
 * of what an element of a mesh computes from memory that stays. */
// adcc: --explain
// prints: 'filter' keeps 32 \* n bytes
// never: 'filter' keeps .*where memory overlaps
// prints: 'element' keeps nothing on the tape;
#include <adcc/adcc.h>
#include <math.h>

double filter(const double *z, double noise, int n) {
  double x[2] = {0, 1}, P[2][2] = {{1, 0}, {0, 1}}, sum = 0;
  for (int t = 0; t < n; t++) {
    double F[2][2] = {{1, 0.1}, {0, 1}}, FP[2][2], next[2][2], gain[2];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        FP[i][j] = 0;
        for (int k = 0; k < 2; k++)
          FP[i][j] += F[i][k] * P[k][j];
      }
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        next[i][j] = i == j ? noise : 0;
        for (int k = 0; k < 2; k++)
          next[i][j] += FP[i][k] * F[j][k];
      }
    double s = next[0][0] + 0.5, r = z[t] - x[0] - 0.1 * x[1];
    for (int i = 0; i < 2; i++)
      gain[i] = next[i][0] / s;
    x[0] += 0.1 * x[1];
    for (int i = 0; i < 2; i++)
      x[i] += gain[i] * r;
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        P[i][j] = next[i][j] - gain[i] * next[0][j];
    sum += r * r / s + log(s);
  }
  return sum;
}

double element(const double *restrict xy, const int *restrict corner, int n) {
  double sum = 0;
  for (int e = 0; e < n; e++) {
    double x[3], y[3], b[3];
    for (int a = 0; a < 3; a++) {
      x[a] = xy[2 * corner[3 * e + a]];
      y[a] = xy[2 * corner[3 * e + a] + 1];
    }
    for (int a = 0; a < 3; a++)
      b[a] = (y[(a + 1) % 3] - y[(a + 2) % 3]) * x[a];
    for (int a = 0; a < 3; a++)
      sum += b[a] * b[(a + 1) % 3];
  }
  return sum;
}

void gradients(const double *z, double *dz, double noise, const int *corner, int n) {
  __adcc_autodiff((void *)filter, adcc_dup, z, dz, adcc_out, noise, adcc_const, n);
  __adcc_autodiff((void *)element, adcc_dup, z, dz, adcc_const, corner, adcc_const, n);
}
