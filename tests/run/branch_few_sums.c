/* Branches that only choose between a few sums, and conditions one after the other: they become
 * choices of values. What is not chosen may be infinite, or no number. */
#include "oracle.h"

static double nearest(double d, double length) {
  if (d > 0.5 * length)
    d -= length;
  else if (d < -0.5 * length)
    d += length;
  return d;
}
PRIMAL(periodic) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      double d = nearest(in[i] - in[j], 1.1), r = 0.2 + d * d;
      if (r > 0.4)
        continue;
      out[0] += d / r;
    }
}
ORACLE(periodic, 9, 1, 0.0, 1.0)

PRIMAL(border) {
  for (size_t i = 0; i < n; i++) {
    double damping = i < 2 || i + 2 >= n || i % 4 == 1 ? 0.25 : 0.0;
    double weight = i > 1 && i < 6 && (i & 1) ? 2.0 : 1.0;
    out[i % m] += (1 - damping) * in[i] * in[i] * weight;
  }
}
ORACLE(border, 10, 2, 0.2, 1.2)

/* The sum that is not taken overflows, or is infinity less infinity. */
PRIMAL(not_taken) {
  double huge = 1e308, infinite = huge * 10;
  for (size_t i = 0; i < n; i++) {
    double x = in[i], y = x * x;
    if (x > 50)
      y = (huge + x) + huge - infinite;
    if (x < -50)
      y = 4 * y - infinite;
    out[0] += y * x;
  }
}
ORACLE(not_taken, 5, 1, 0.2, 1.2)

PRIMAL(both_ways) {
  double carry = 0.3;
  for (size_t i = 0; i + 1 < n; i++) {
    double a = in[i], b = in[i + 1], low, high;
    int wraps = 0;
    if (a < b) {
      low = a;
      high = b - 0.5 * a;
      wraps++;
    } else {
      low = b + carry;
      high = -a;
    }
    carry = low * high + 0.1 * wraps * a;
    out[i % m] += carry;
  }
}
ORACLE(both_ways, 9, 2, 0.1, 1.3)

int main(void) {
  periodic_oracle();
  border_oracle();
  not_taken_oracle();
  both_ways_oracle();
  return oracle_exit();
}
