/* A fast Fourier transform: loops that step by a variable, a recurrence that starts again for every
 * block, a search whose steps no adjoint depends on. The tape holds the roots of unity once for
 * each length of block, two numbers for every point, and the partners of the bit reversal. */
#include "oracle.h"

#include <adcc/adcc.h>

static void transform(int points, double *x) {
  for (int i = 1, j = 0; i < points; i++) {
    int bit = points >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double re = x[2 * i], im = x[2 * i + 1];
      x[2 * i] = x[2 * j];
      x[2 * i + 1] = x[2 * j + 1];
      x[2 * j] = re;
      x[2 * j + 1] = im;
    }
  }
  for (int half = 1; half < points; half *= 2) {
    double angle = -3.14159265358979323846 / half;
    double step_re = cos(angle), step_im = sin(angle);
    for (int block = 0; block < points; block += 2 * half) {
      double re = 1, im = 0;
      for (int k = 0; k < half; k++) {
        int even = 2 * (block + k), odd = even + 2 * half;
        double odd_re = x[odd] * re - x[odd + 1] * im;
        double odd_im = x[odd] * im + x[odd + 1] * re;
        x[odd] = x[even] - odd_re;
        x[odd + 1] = x[even + 1] - odd_im;
        x[even] += odd_re;
        x[even + 1] += odd_im;
        double next = re * step_re - im * step_im;
        im = re * step_im + im * step_re;
        re = next;
      }
    }
  }
}

/* Not linear, so that the adjoint of each point differs. */
PRIMAL(power) {
  transform((int)n / 2, in);
  for (size_t i = 0; i < n / 2; i++)
    out[i % m] += in[2 * i] * in[2 * i] + in[2 * i + 1] * in[2 * i + 1];
}
ORACLE(power, 32, 8, -1, 1)

/* Steps that are data, one of them larger than the range. */
PRIMAL(sieve) {
  for (size_t step = 1; step < 9; step += 2)
    for (size_t i = step / 2; i < n; i += step)
      out[i % m] += in[i] * in[(i + step) % n] * (double)step;
}
ORACLE(sieve, 7, 3, 0.5, 1.5)

int main(void) {
  enum { POINTS = 4096 };
  static double x[2 * POINTS], dx[2 * POINTS];
  for (int i = 0; i < 2 * POINTS; i++)
    x[i] = sin(i), dx[i] = 1;
  power_oracle();
  sieve_oracle();
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)transform, POINTS, adcc_dup, x, dx);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  /* As chunks double, up to twice what they hold. */
  EXPECT(stats.peak_bytes <= 2 * (sizeof x + POINTS * sizeof(int)) + 8192);
  return oracle_exit();
}
