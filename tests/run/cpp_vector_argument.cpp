/* A request on a std::vector by reference, with a shadow vector. */
#include "oracle.h"
#include <vector>
extern int enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
static double squares(const std::vector<double> &x) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); i++)
    sum += x[i] * x[i];
  return sum;
}
int main() {
  std::vector<double> x = {1, 2, 3}, dx(3, 0.0);
  __enzyme_autodiff((void *)squares, enzyme_dup, &x, &dx);
  CLOSE(dx[0], 2);
  CLOSE(dx[2], 6);
  return oracle_exit();
}
