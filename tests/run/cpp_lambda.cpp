/* Lambdas with captures by value and by reference, generic, and passed to templates. */
#include "oracle.h"
template <typename F> static double twice(F f, double x) { return f(f(x)); }
PRIMAL(lambdas) {
  double scale = in[0], state = 1;
  auto affine = [scale, &state](double x) {
    state *= x;
    return scale * x + 0.5;
  };
  auto generic = [&](auto x, auto y) { return x * y + scale; };
  out[0] = twice(affine, in[1]) * state;
  out[1] = generic(in[2], 2) * generic(1.5f, in[0]);
}
ORACLE_MAIN(lambdas, 3, 2, 0.5, 1.5)
