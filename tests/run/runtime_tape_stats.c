/* The tape is freed on the way back, and its size can be read. */
#include "oracle.h"
#include <adcc/adcc.h>
extern double __adcc_autodiff_t(double (*)(double, int), double, int);
static double f(double x, int n) {
  double y = x;
  for (int i = 0; i < n; i++) {
    y = sin(y) + x;
    if (y > 1e6)
      break;
  }
  return y;
}
int main(void) {
  volatile int n = 1000;
  double forward = 1, y = 0.7;
  for (int i = 0; i < n; i++) {
    forward = cos(y) * forward + 1;
    y = sin(y) + 0.7;
  }
  CLOSE(__adcc_autodiff_t(f, 0.7, n), forward);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.live_bytes == 0);
  EXPECT(stats.peak_bytes >= 1000 && stats.peak_bytes < 1000000);
  return oracle_exit();
}
