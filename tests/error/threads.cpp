// error: threads are not followed; differentiate the function that each thread runs
// flags: -std=c++17
// A sum in two halves, each in a thread of its own: what they write is not seen here.
#include <thread>
extern double __adcc_autodiff(void *, ...);
extern int adcc_dup;

static double both(const double *x) {
  double half[2] = {0, 0};
  std::thread other([&] { half[0] = x[0] * x[1]; });
  half[1] = x[1] * x[2];
  other.join();
  return half[0] + half[1];
}

void gradient(double *x, double *dx) { __adcc_autodiff((void *)both, adcc_dup, x, dx); }
