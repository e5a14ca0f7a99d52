/* Markers as C++ defines them in headers: inline, of internal linkage, constant, of other types. */
#include "oracle.h"
inline int enzyme_dup;
static int enzyme_const;
inline char *enzyme_width = nullptr;
const int enzyme_noret = 0;
namespace markers {
inline int enzyme_out, enzyme_primal_return;
}
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
static double f(double *x, double y, int n) { return *x * y * n; }
int main() {
  double x = 2, dx = 0;
  CLOSE(__enzyme_autodiff<double>((void *)f, enzyme_dup, &x, &dx, markers::enzyme_out, 3.,
                                  enzyme_const, 4),
        8);
  CLOSE(dx, 12);
  CLOSE(__enzyme_fwddiff<double>((void *)f, &enzyme_dup, &x, &dx, &enzyme_const, 3., 4), 144);
  OraclePair both = __enzyme_fwddiff<OraclePair>((void *)f, &markers::enzyme_primal_return,
                                                 enzyme_dup, &x, &dx, enzyme_const, 3., 4);
  CLOSE(both.x, 24);
  CLOSE(both.y, 144);
  return oracle_exit();
}
