// large: takes long to compile
/* All mixes of modes three deep, through loops: counted, nested with an inner count that varies,
 * left by a break, and with a count that is known only after them. */
#include "higher.h"

PRIMAL(powers) {
  double term = 1, sum = 0;
  for (size_t k = 0; k < 6; k++) {
    term *= in[k % n] / (1.0 + 0.5 * (double)k);
    sum += term * sin(sum);
  }
  out[0] = 0.5 * out[0] * sum + term;
  (void)m;
}

PRIMAL(triangle) {
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j <= i; j++)
      out[j % m] = 0.6 * out[j % m] + 0.3 * in[i % n] * in[j % n] * out[i % m];
}

PRIMAL(search) {
  double x = in[0];
  for (int i = 0; i < 12; i++) {
    double next = 0.5 * (x + in[1] / x);
    if (fabs(next - x) < 1e-3)
      break;
    if (i % 3 == 2)
      continue;
    x = next;
  }
  out[0] *= x * x;
  (void)n, (void)m;
}

PRIMAL(until) {
  double x = 0.4 * in[0], y = in[1];
  while (x < 1.5) {
    do
      y = 0.7 * y + 0.1 * x * y;
    while (y > 0.6);
    x += 0.3 + 0.1 * y * y;
  }
  out[0] += x * y;
  (void)n, (void)m;
}

HIGHER(powers, 2, 1, 0.4, 1.3)
HIGHER(triangle, 2, 2, 0.4, 1.2)
HIGHER(search, 2, 1, 0.7, 1.4)
HIGHER(until, 2, 1, 0.5, 1.1)

int main(void) {
  powers_higher();
  triangle_higher();
  search_higher();
  until_higher();
  return oracle_exit();
}
