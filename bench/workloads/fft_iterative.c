/* The fast Fourier transform in place: bit reversal, then butterflies with running roots of unity.
 * Complex numbers are pairs of reals. */
#include "nest.h"

static void transform(int n, real *RESTRICT x, real sign) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      real re = x[2 * i], im = x[2 * i + 1];
      x[2 * i] = x[2 * j];
      x[2 * i + 1] = x[2 * j + 1];
      x[2 * j] = re;
      x[2 * j + 1] = im;
    }
  }
  for (int half = 1; half < n; half *= 2) {
    real angle = sign * (real)3.14159265358979323846 / half;
    real step_re = cos(angle), step_im = sin(angle);
    for (int block = 0; block < n; block += 2 * half) {
      real re = 1, im = 0;
      for (int k = 0; k < half; k++) {
        int even = 2 * (block + k), odd = even + 2 * half;
        real odd_re = x[odd] * re - x[odd + 1] * im;
        real odd_im = x[odd] * im + x[odd + 1] * re;
        x[odd] = x[even] - odd_re;
        x[odd + 1] = x[even + 1] - odd_im;
        x[even] += odd_re;
        x[even + 1] += odd_im;
        real next = re * step_re - im * step_im;
        im = re * step_im + im * step_re;
        re = next;
      }
    }
  }
}

static void kernel(int n, real *RESTRICT x) { transform(n, x, -1); }

/* Linear, with a symmetric matrix: its adjoint is the transform of the other sign. */
BENCH_UNUSED static void gradient(int n, real *x, real *dx) {
  kernel(n, x);
  transform(n, dx, 1);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, 2 * n, -1, 1);
  data->operations = 5.0 * n * (31 - __builtin_clz((unsigned)data->size));
}

DEFINE_WORKLOAD(1, 1, 16, 1024, 1048576)
