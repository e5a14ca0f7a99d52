/* Integers that the reverse sweep wants again, kept no wider than they can be: numbers of winning
 * iterations on both sides of what a byte and two bytes hold, and states that a remainder bounds.
 */
#include "oracle.h"

/* The largest is in iteration `place`; before the loop nobody has won. */
#define LARGEST(COUNT)                                                                             \
  __attribute__((noinline)) static double largest_##COUNT(const double *x, int repeats,            \
                                                          int step) {                              \
    double sum = 0;                                                                                \
    for (int r = 0; r < repeats; r++) {                                                            \
      double most = r == 1 ? 1e6 * x[2] : -1e6;                                                    \
      for (int i = 0; i < COUNT; i++) {                                                            \
        double away = i - (COUNT - 1 - r * step);                                                  \
        double value = x[0] * (i + 2) - away * away * x[1];                                        \
        if (value > most)                                                                          \
          most = value;                                                                            \
      }                                                                                            \
      sum += 1e-3 * most;                                                                          \
    }                                                                                              \
    return sum;                                                                                    \
  }
LARGEST(127)
LARGEST(128)
LARGEST(129)
LARGEST(32767)
LARGEST(32769)

__attribute__((noinline)) static double states(const double *x, int n, int m) {
  static const double table[] = {1, -2, 0.5, 3, -1, 2, 0.25, 7, -3, 1.5, 4, -0.5, 2.5};
  double sum = 0;
  int state = 0;
  long far = 1;
  for (int i = 0; i < n * 40; i++) {
    state = (state * 5 + i + (x[i % n] > 1 ? 3 : -4)) % 7;
    far = (far * 48271 + i) % 2147483647L;
    sum += x[i % n] * x[(i + m) % n] * table[state + 6] * table[far % 13];
  }
  return sum;
}

PRIMAL(kept) {
  out[0] = largest_127(in, 3, 60) + largest_128(in, 3, 60) + largest_129(in, 3, 60);
  out[1] = largest_32767(in, 3, 16000) + largest_32769(in, 3, 16000);
  out[2] = states(in, n, m);
}
ORACLE_MAIN(kept, 3, 3, 0.6, 1.4)
