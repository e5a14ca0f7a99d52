// adcc: --dump=prepare
// flags: -O3 -ffast-math -march=x86-64-v3
// prints: define dso_local void @butterflies
// prints: fmul fast <2 x double>
// prints: define internal void @butterflies
// prints: fmul fast double
// prints: fmul fast double
// prints: store double
/* clang packs the two parts of a complex number into vectors, and does more to bring lanes to their
 * places than to compute with them. The derivative starts from the numbers. */
#include "adcc/adcc.h"
__attribute__((noinline)) void butterflies(double *x, double step_re, double step_im, int half) {
  double re = 1, im = 0;
  for (int k = 0; k < half; k++) {
    double *even = x + 2 * k, *odd = even + 2 * half;
    double odd_re = odd[0] * re - odd[1] * im, odd_im = odd[0] * im + odd[1] * re;
    odd[0] = even[0] - odd_re;
    odd[1] = even[1] - odd_im;
    even[0] += odd_re;
    even[1] += odd_im;
    double next = re * step_re - im * step_im;
    im = re * step_im + im * step_re;
    re = next;
  }
}
void gradient(double *x, double *dx, double step_re, double step_im, int half) {
  __adcc_autodiff((void *)butterflies, adcc_dup, x, dx, adcc_const, step_re, adcc_const, step_im,
                  adcc_const, half);
}
