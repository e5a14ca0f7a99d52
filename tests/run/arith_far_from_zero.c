/* Quotients and roots of what stays away from zero by its form need no guard against infinite partials; of what does
 * not, they have one: a term that a choice leaves out has no derivative, infinite or not. */
#include "oracle.h"

PRIMAL(softened) {
  for (size_t i = 0; i < n; i++) {
    double x = in[i], y = in[(i + 1) % n];
    double distance = x * x + y * y + 0.01;
    out[0] += 1 / (distance * sqrt(distance));
    out[m - 1] += x / (1 + y * y) + sqrt(fabs(x) * 0.5 + 1) + 1 / (1 + exp(-x)) + y / (2 + fabs(y));
  }
}

static double unit(double x, double y) {
  double length = sqrt(x * x + y * y);
  return length > 0 ? x / length : 0;
}
static double least_square(double x, double y) {
  double a = x * x, b = y * y;
  return a < b ? sqrt(a) : b > 0 ? a / b : 2 * x;
}
PRIMAL(chosen) {
  for (size_t i = 0; i + 1 < n; i++) {
    out[0] += unit(in[i], in[i + 1]);
    out[m - 1] += least_square(in[i], in[i + 1]);
  }
}

ORACLE(softened, 5, 2, -1.5, 1.5)
ORACLE(chosen, 5, 2, -1.5, 1.5)

int main(void) {
  softened_oracle();
  chosen_oracle();
  double in[2] = {0, 0}, din[2] = {0}, out[2] = {0}, dout[2] = {1, 1};
  __adcc_autodiff_state((void *)chosen, adcc_dup, in, din, adcc_const, 2, adcc_dup, out, dout, adcc_const, 2);
  CLOSE(din[0], 2);
  CLOSE(din[1], 0);
  double at[1] = {0}, dat[1] = {0}, value[2] = {0}, dvalue[2] = {1, 0};
  __adcc_autodiff_state((void *)softened, adcc_dup, at, dat, adcc_const, 1, adcc_dup, value, dvalue, adcc_const, 2);
  CLOSE(dat[0], 0);
  return oracle_exit();
}
