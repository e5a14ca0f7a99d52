/* Functions that remember what they were last asked for, as libraries for ephemerides do, and what they answered: a second
 * derivative at one point gets the answer without a derivative. A running mean, and a loop that waits for a fixed point,
 * remember nothing of the kind. */
// prints: warning_remembered.c:[0-9]+:[0-9]+: warning: where this is equal to what an earlier call has left in 'cache'
// prints: help: clear it before each call of the derivative
// prints: warning_remembered.c:[0-9]+:9: warning: where this is equal to what an earlier call has left in 'sine.last'
// prints: warning_remembered.c:[0-9]+:[0-9]+: warning: where this is equal to what an earlier call has left in 'cosine.at'
// never: warning: where this is equal to what an earlier call has left in '(mean|fixed)
#include <math.h>
#include <string.h>
double __adcc_autodiff(void *, ...);

static double sine(double x) {
  static double last = -1e9, kept;
  if (x != last) {
    kept = sin(x);
    last = x;
  }
  return kept;
}

static double cosine(double x) {
  static double at = -1e9, answer;
  if (fabs(x - at) > 1e-9) {
    answer = cos(x);
    at = x;
  }
  return answer;
}

static struct {
  double point[3], norm;
} cache;
static double norm(const double *x) {
  if (memcmp(cache.point, x, sizeof cache.point) != 0) {
    memcpy(cache.point, x, sizeof cache.point);
    cache.norm = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }
  return cache.norm;
}

static double mean(double x) {
  static double state;
  state = 0.9 * state + 0.1 * x;
  return state;
}
static double fixed(double x) {
  double last = 0, y = x;
  while (y != last) {
    last = y;
    y = 0.5 * (y + x / y);
  }
  return y;
}

double gradients(double x, const double *p, double *dp) {
  __adcc_autodiff((void *)norm, p, dp);
  return __adcc_autodiff((void *)sine, x) + __adcc_autodiff((void *)cosine, x) + __adcc_autodiff((void *)mean, x) +
         __adcc_autodiff((void *)fixed, x);
}
