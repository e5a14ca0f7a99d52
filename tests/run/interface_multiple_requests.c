/* Many requests on one function with different activities, which must not be confused. */
#include "oracle.h"
extern double __adcc_autodiff_q(void *, ...);
typedef struct {
  double x, y;
} Pair;
extern Pair __adcc_autodiff_both(void *, ...);
static double f(double x, double y, double *z) { return x * x * y * *z; }
int main(void) {
  double z = 2, dz = 0;
  CLOSE(__adcc_autodiff_q((void *)f, adcc_out, 3.0, adcc_const, 5.0, adcc_const, &z), 60);
  CLOSE(__adcc_autodiff_q((void *)f, adcc_const, 3.0, adcc_out, 5.0, adcc_const, &z), 18);
  Pair p = __adcc_autodiff_both((void *)f, 3.0, 5.0, adcc_dup, &z, &dz);
  CLOSE(p.x, 60);
  CLOSE(p.y, 18);
  CLOSE(dz, 45);
  __adcc_autodiff_q((void *)f, adcc_const, 3.0, adcc_const, 5.0, &z, &dz);
  CLOSE(dz, 90);
  return oracle_exit();
}
