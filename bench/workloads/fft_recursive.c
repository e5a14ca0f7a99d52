/* The fast Fourier transform by recursion, out of place */
#include "nest.h"

static void transform(int n, int stride, real *out, const real *in, real sign) {
  if (n == 1) {
    out[0] = in[0];
    out[1] = in[1];
    return;
  }
  int half = n / 2;
  transform(half, 2 * stride, out, in, sign);
  transform(half, 2 * stride, out + n, in + 2 * stride, sign);
  real angle = sign * (real)3.14159265358979323846 / half;
  real step_re = cos(angle), step_im = sin(angle), re = 1, im = 0;
  for (int k = 0; k < half; k++) {
    real *even = out + 2 * k, *odd = out + n + 2 * k;
    real odd_re = odd[0] * re - odd[1] * im, odd_im = odd[0] * im + odd[1] * re;
    odd[0] = even[0] - odd_re;
    odd[1] = even[1] - odd_im;
    even[0] += odd_re;
    even[1] += odd_im;
    real next = re * step_re - im * step_im;
    im = re * step_im + im * step_re;
    re = next;
  }
}

static void kernel(int n, real *RESTRICT out, const real *RESTRICT in) {
  transform(n, 1, out, in, -1);
}

BENCH_UNUSED static void gradient(int n, real *out, real *dout, real *in, real *din) {
  kernel(n, out, in);
  real *adjoint = malloc(2 * (size_t)n * sizeof *adjoint);
  if (!adjoint)
    abort();
  transform(n, 1, adjoint, dout, 1);
  for (int i = 0; i < 2 * n; i++)
    din[i] += adjoint[i];
  free(adjoint);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 2 * n, 0.5, 1.5);
  buffer_set(data, 1, INPUT, 2 * n, -1, 1);
  data->operations = 5.0 * n * (31 - __builtin_clz((unsigned)data->size));
}

DEFINE_WORKLOAD(1, 2, 16, 1024, 65536)
