/* Integers that are narrower than the function's parameters, as entry points with typed or deduced
 * parameters pass them: booleans and unsigned ones have no sign. */
#include "oracle.h"

extern int adcc_width, adcc_scalar, adcc_vector;
template <typename R, typename... Arguments> R __adcc_autodiff(void *, Arguments...);
template <typename R, typename... Arguments> R __adcc_fwddiff(void *, Arguments...);
struct Two {
  double lanes[2];
};
template <typename R, typename... Arguments> R __adcc_batch(void *, Arguments...);

template <typename R, typename... Arguments> R __adcc_call_inactive(void *, Arguments...);

static double scaled(double x, int n) { return x * x * n; }
static double scaled_long(double x, long n) { return x * x * (double)n; }

static bool is_positive(double x) { return x > 0; }
static double with_inactive(double x) {
  volatile unsigned char byte = 200;
  return x * __adcc_call_inactive<double>((void *)scaled, 2.0, (unsigned char)byte) *
         __adcc_call_inactive<int>((void *)is_positive, 3.0);
}

int main() {
  volatile bool flag = true;
  volatile unsigned char byte = 200;
  volatile unsigned short half = 60000;
  volatile signed char below = -3;
  volatile short below_half = -300;
  void *f = (void *)scaled, *g = (void *)scaled_long;
  CLOSE(__adcc_autodiff<double>(f, 3.0, (bool)flag), 6);
  CLOSE(__adcc_autodiff<double>(f, 3.0, (unsigned char)byte), 1200);
  CLOSE(__adcc_autodiff<double>(f, 3.0, (unsigned short)half), 360000);
  CLOSE(__adcc_autodiff<double>(f, 3.0, (signed char)below), -18);
  CLOSE(__adcc_autodiff<double>(g, 3.0, (short)below_half), -1800);
  CLOSE(__adcc_autodiff<double>(g, 3.0, (unsigned char)byte), 1200);
  CLOSE(__adcc_autodiff<double>(g, adcc_out, 3.0, adcc_const, true), 6);
  CLOSE(__adcc_fwddiff<double>(f, adcc_dup, 3.0, 0.5, adcc_const, (bool)flag), 3);
  CLOSE(__adcc_autodiff<double>((void *)with_inactive, 2.0), 800);
  Two both = __adcc_batch<Two>(f, adcc_width, 2, adcc_vector, 3.0, 4.0, adcc_scalar,
                               (unsigned char)byte);
  CLOSE(both.lanes[0], 1800);
  CLOSE(both.lanes[1], 3200);
  return oracle_exit();
}
