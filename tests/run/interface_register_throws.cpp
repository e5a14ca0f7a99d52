/* Functions with registered derivatives that throw: in functions with cleanups, in try within a loop
 * that goes on with what it catches, and out of the derivative. One has a rule for each mode, one for
 * reverse mode alone, one for forward mode alone. */
#include "oracle.h"
#include <stdexcept>
#include <vector>

static double power(double x, int n) {
  std::vector<double> factors(n, x);
  if (x > 1.5)
    throw std::range_error("too large");
  double product = 1;
  for (double factor : factors)
    product *= factor;
  return product;
}

__attribute__((noinline)) double cube(double x) { return power(x, 3); }
__attribute__((noinline)) double square(double x) { return power(x, 2); }
__attribute__((noinline)) double fourth(double x) { return power(x, 4); }

struct Augmented { double tape, result; };
static Augmented cube_augmented(double x) { return {x, power(x, 3)}; }
static double cube_gradient(double, double seed, double tape) { return 3 * tape * tape * seed; }
static double cube_tangent(double x, double dx) {
  power(x, 1);
  return 3 * x * x * dx;
}
static Augmented square_augmented(double x) { return {x, power(x, 2)}; }
static double square_gradient(double, double seed, double tape) { return 2 * tape * seed; }
static double fourth_tangent(double x, double dx) {
  power(x, 1);
  return 4 * x * x * x * dx;
}
void *__adcc_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented,
                                         (void *)cube_gradient};
struct { double (*primal)(double); double (*tangent)(double, double); } __adcc_register_derivative_cube = {
    cube, cube_tangent};
void *__adcc_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                           (void *)square_gradient};
void *__adcc_register_derivative_fourth[] = {(void *)fourth, (void *)fourth_tangent};

struct Doubles {
  double *place;
  ~Doubles() { *place *= 2; }
};

PRIMAL(caught) {
  std::vector<double> kept(in, in + n);
  for (size_t i = 0; i < n; i++) {
    Doubles guard{&out[0]};
    double weight = kept[i] * in[0];
    try {
      out[0] += cube(in[i]) * weight;
      out[1] += square(kept[i]) * weight;
    } catch (const std::range_error &) {
      out[1] += 0.5 * weight;
      kept[i] = sin(weight);
    }
    out[2] += square(fmin(kept[i], 1.4)) + 0.25 * fourth(fmin(in[i], 1.3) * in[1] * 0.5);
  }
}
ORACLE(caught, 6, 3, 0.5, 2)

static double escapes(double x) {
  std::vector<double> kept(3, x);
  return cube(x) + square(x) * kept[1];
}

int main() {
  int code = caught_oracle();
  CLOSE(__adcc_autodiff_1(escapes, 0.5), 6 * 0.25);
  CLOSE(__adcc_fwddiff_1(escapes, 0.5, 2), 2 * 6 * 0.25);
  int thrown = 0;
  try {
    __adcc_autodiff_1(escapes, 1.75);
  } catch (const std::range_error &) {
    thrown++;
  }
  try {
    __adcc_fwddiff_1(escapes, 1.75, 1);
  } catch (const std::range_error &) {
    thrown++;
  }
  if (thrown != 2) {
    fprintf(stderr, "thrown %d times\n", thrown);
    return 1;
  }
  return code ? code : oracle_exit();
}
