/* std::function, stored, copied and called. */
#include "oracle.h"
#include <functional>
PRIMAL(functions) {
  double a = in[0];
  std::function<double(double)> f = [a](double x) { return a * x * x; };
  std::function<double(double)> g = f;
  if (in[1] > 1)
    g = [f](double x) { return f(x) + sin(x); };
  out[0] = g(in[1]) * f(in[0]);
}
ORACLE_MAIN(functions, 2, 1, 0.5, 1.5)
