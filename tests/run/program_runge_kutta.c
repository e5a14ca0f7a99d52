/* Runge-Kutta of fourth order on a pendulum, by function pointer, with arrays of state. */
#include "oracle.h"
typedef void Rhs(const double *y, double *dy, const double *p);
static void pendulum(const double *y, double *dy, const double *p) {
  dy[0] = y[1];
  dy[1] = -p[0] * sin(y[0]) - p[1] * y[1] * fabs(y[1]);
}
static void step(Rhs *f, double *y, double h, const double *p) {
  double k[4][2], t[2];
  static const double at[3] = {0.5, 0.5, 1};
  f(y, k[0], p);
  for (int s = 0; s < 3; s++) {
    for (int i = 0; i < 2; i++)
      t[i] = y[i] + h * at[s] * k[s][i];
    f(t, k[s + 1], p);
  }
  for (int i = 0; i < 2; i++)
    y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}
PRIMAL(integrate) {
  double y[2] = {in[0], in[1]};
  for (double t = 0; t < 1; t += 0.125)
    step(pendulum, y, 0.125, in + 2);
  out[0] = y[0];
  out[1] = y[1] * y[1];
}
ORACLE_MAIN(integrate, 4, 2, 0.5, 1.5)
