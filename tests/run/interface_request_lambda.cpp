/* The function to differentiate is a lambda, or what a function returns. */
#include "oracle.h"
typedef double Function(double);
extern double __adcc_autodiff_lambda(void *, double);
static double cube(double x) { return x * x * x; }
static Function *chosen() { return cube; }
struct Model {
  Function *function;
  Function *get() const { return function; }
};
int main() {
  CLOSE(__adcc_autodiff_lambda((void *)+[](double x) { return x * x; }, 3), 6);
  CLOSE(__adcc_autodiff_lambda((void *)chosen(), 2), 12);
  auto sine = [](double x) { return sin(2 * x); };
  Function *function = sine;
  CLOSE(__adcc_autodiff_lambda((void *)function, 0.5), 2 * cos(1.0));
  Model model = {cube};
  CLOSE(__adcc_autodiff_lambda((void *)model.get(), 3), 27);
  return oracle_exit();
}
