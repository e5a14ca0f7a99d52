/* Loops of at most three or four iterations that may be left before, within long ones: unrolled, the
 * reverse sweep needs no list of what each of them has. */
#include "oracle.h"

struct term {
  unsigned char level[3];
  unsigned short place[3];
};

static double hat(int level, int place, double x) {
  double t = fabs(x * (1 << level) - place);
  return t < 1 ? 1 - t : 0;
}

/* Products that end with the first factor of zero. */
PRIMAL(products) {
  struct term terms[] = {{{1, 2, 1}, {1, 1, 1}}, {{2, 1, 2}, {3, 1, 1}}, {{1, 1, 1}, {1, 1, 1}}};
  out[0] = 0;
  for (int k = 0; k < 12; k++) {
    const struct term *term = &terms[k % 3];
    double product = 1;
    for (int d = 0; d < 3 && product != 0; d++)
      product *= hat(term->level[d], term->place[d], in[(size_t)(k + d) % n]);
    if (product != 0)
      out[0] += product * (k + 1) * in[0];
  }
  (void)m;
}
ORACLE(products, 4, 1, 0.3, 0.7)

/* Steps of Newton's method until one is small; left in the middle, too. */
PRIMAL(steps) {
  out[0] = 0;
  for (int k = 0; k < 10; k++) {
    double a = in[(size_t)k % n] + k, x = 1 + 0.4 * k;
    for (int i = 0; i < 4; i++) {
      double step = (x * x - a) / (2 * x);
      if (fabs(step) < 0.05)
        break;
      x -= step;
      if (x > 3.2)
        goto done;
    }
    out[0] += x * in[1];
  done:
    out[0] += 0.1 * x * x;
  }
  (void)m;
}
ORACLE(steps, 4, 1, 0.31, 0.69)

/* The first of few that fits is changed in place. */
PRIMAL(first) {
  double state[4] = {in[0], in[1], in[2], in[3]};
  for (int k = 0; k < 9; k++) {
    int i = 0;
    while (i < 3 && state[i] > state[i + 1])
      i++;
    state[i] += 0.3 * state[3 - i] * state[(k + 1) % 4];
  }
  out[0] = state[0] * state[1] + state[2] * state[3];
  (void)n, (void)m;
}
ORACLE(first, 4, 1, 0.3, 0.7)

int main(void) {
  products_oracle();
  steps_oracle();
  first_oracle();
  return oracle_exit();
}
