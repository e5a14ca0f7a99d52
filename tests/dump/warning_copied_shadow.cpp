/* A vector that is passed by value through a typed entry point: what the function gets is a copy, and so is its
 * shadow. By reference, or where the entry point takes references, nothing is copied. */
// prints: warning_copied_shadow.cpp:17:3: warning: the adjoints of argument 1 of 'by_value.* may be lost: C\+\+ passes its shadow by value
// prints: help: let the function take a reference
// never: warning_copied_shadow.cpp:(18|19|20):.*warning
#include <vector>
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);
template <class Result, class... Arguments> Result __adcc_autodiff(void *, Arguments &&...);
template <class Result, class... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
extern int enzyme_dup;
using Vector = std::vector<double>;

static double by_value(Vector v) { return v[0] * v[1]; }
static double by_reference(const Vector &v) { return v[0] * v[1]; }

double derivatives(Vector &v, Vector &dv) {
  __enzyme_autodiff<void>((void *)by_value, enzyme_dup, v, dv);
  __adcc_autodiff<void>((void *)by_value, enzyme_dup, v, dv);
  __enzyme_autodiff<void>((void *)by_reference, enzyme_dup, &v, &dv);
  return __enzyme_fwddiff<double>((void *)by_value, enzyme_dup, v, dv);
}
