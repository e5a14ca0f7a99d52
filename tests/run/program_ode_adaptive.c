/* An integrator that chooses its steps: accepted and rejected ones, unknown in number. */
#define ORACLE_SLACK 10
#include "oracle.h"
PRIMAL(adaptive) {
  double y = in[0], t = 0, h = 0.3;
  int rejected = 0;
  while (t < 1) {
    if (t + h > 1)
      h = 1 - t;
    double k1 = -in[1] * y * y + sin(t), k2 = -in[1] * (y + h * k1) * (y + h * k1) + sin(t + h);
    double error = fabs(h * (k2 - k1) / 2);
    if (error > 0.01) {
      h *= 0.5;
      rejected++;
      continue;
    }
    y += h * (k1 + k2) / 2;
    t += h;
    if (error < 0.002)
      h *= 1.5;
  }
  out[0] = y * (1 + rejected);
}
ORACLE_MAIN(adaptive, 2, 1, 0.5, 1.5)
