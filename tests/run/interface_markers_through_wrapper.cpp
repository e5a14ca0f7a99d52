/* A program's own wrapper hands markers on by value; and the primal may be kept in a variable that nothing
 * writes to. */
#include "oracle.h"
#include <utility>
extern int enzyme_dup, enzyme_const, enzyme_out;
int enzyme_dup, enzyme_const, enzyme_out;
template <typename Result, typename... Arguments> Result __enzyme_autodiff(void *, Arguments...);

static double product(double *x, double y) { return *x * *x * y; }
static double (*kept)(double *, double) = product;
template <class... Arguments> double gradient(Arguments... arguments) {
  return __enzyme_autodiff<double>((void *)product, arguments...);
}
template <class... Arguments> double forwarded(Arguments &&...arguments) {
  return __enzyme_autodiff<double>((void *)product, std::forward<Arguments>(arguments)...);
}

int main() {
  double x = 2, dx = 0;
  CLOSE_TO(gradient(enzyme_dup, &x, &dx, enzyme_out, 3.0), 4, 1e-12);
  CLOSE_TO(dx, 12, 1e-12);
  dx = 0;
  CLOSE_TO(forwarded(enzyme_dup, &x, &dx, 3.0), 4, 1e-12);
  CLOSE_TO(dx, 12, 1e-12);
  CLOSE_TO(gradient(enzyme_const, &x, 3.0), 4, 1e-12);
  CLOSE_TO(__enzyme_autodiff<double>((void *)kept, enzyme_const, &x, 3.0), 4, 1e-12);
  return oracle_exit();
}
