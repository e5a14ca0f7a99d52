/* Exceptions thrown and caught in the primal, and calls that might throw. */
#include "oracle.h"
#include <stdexcept>
#include <vector>
__attribute__((noinline)) static double checked(double x) {
  if (x > 1.2)
    throw std::runtime_error("large");
  return x * x;
}
PRIMAL(throwing) {
  std::vector<double> v(in, in + n);
  out[0] = v.at(1) * v.at(0);
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double y = 0;
    try {
      y = checked(in[i]);
    } catch (const std::exception &e) {
      y = 3 * in[i];
    }
    sum += y;
  }
  out[1] = sum;
}
ORACLE_MAIN(throwing, 4, 2, 0.5, 1.5)
