/* batch: the primal on several inputs at once. */
#include "oracle.h"
extern int enzyme_width, enzyme_vector, enzyme_scalar;
typedef struct {
  double d[4];
} Four;
extern Four __enzyme_batch_f(void *, ...);
static double f(double x, double y) { return x > 2 ? sin(x) * y : x * y; }
int main(void) {
  Four r = __enzyme_batch_f((void *)f, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0,
                            enzyme_scalar, 10.0);
  CLOSE(r.d[0], 10);
  CLOSE(r.d[1], 20);
  CLOSE(r.d[2], 10 * sin(3));
  CLOSE(r.d[3], 10 * sin(4));
  return oracle_exit();
}
