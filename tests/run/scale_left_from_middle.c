/* A large function with a nest that is left from its middle, through complex divisions and their
 * branches: its reverse is entered there, a cycle with two entries, which is no loop to LLVM. What
 * starts from zero once must not start anew in each round. Found by the generator (seed 990378). */
#include "oracle.h"
#include <complex.h>

enum { SIZE = 8 };

static double far_from(double *a, int n) {
  if (a[1] * 0.34 < 0.5 * (a[0] - a[1]) || a[1] > 1.5) {
    double _Complex z = a[1] * 0.05 / (1 + a[1]) + sin(0.5 * (a[1] - a[0])) * (double _Complex) I;
    double _Complex w = 0.4 - a[0] * (double _Complex) I;
    for (int t = 0; t < 3; t++) {
      z /= 1 + creal(z * conj(z));
      w /= 1 + creal(w * conj(w));
      z = z * z + csin(w);
    }
    z /= 1 + creal(z * conj(z));
    a[1] = 0.5 * cabs(z + 3.0);
  } else {
    double _Complex z = 0.6 * sqrt(1 + a[0] * a[0]) + 0.3 * a[1] * (double _Complex) I;
    a[0] *= 0.5 * a[1];
    z = cexp(0.1 * z) / (1 + creal(z * conj(z)));
    a[n & 1] = 0.5 * cabs(z + 3.0);
  }
  return 0.2 + 0.01 * n * atan(a[n & 1]);
}

PRIMAL(left) {
  (void)m, (void)n;
  double *link[3] = {&in[7], &in[6], &in[5]};
  double found = 1.58;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      in[7] = 0.5 * in[1] * in[6];
      if (*link[(j + j) % 3] < far_from(in, SIZE)) {
        found = sin(far_from(out + 1, 3));
        goto behind;
      }
    }
  out[2] += 0.1;
behind:
  out[0] = found * in[7] + far_from(in + 3, 5);
  if (tanh(in[4]) >= atan(out[0]))
    in[5] = sin(in[3]) * far_from(in + 6, 2);
  else
    in[2] = far_from(in + 1, 4) * in[6];
  out[1] = in[0] * in[5] + in[2];
}
ORACLE_MAIN(left, SIZE, 4, 0.2, 1.4)
