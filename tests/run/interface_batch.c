/* batch: the primal on several inputs at once. */
#include "oracle.h"
extern int enzyme_width, enzyme_vector, enzyme_scalar;
typedef struct {
  double d[4];
} Four;
extern Four __enzyme_batch_f(void *, ...);
static double f(double x, double y) { return x > 2 ? sin(x) * y : x * y; }
/* C returns these in { i64, i32 }. */
typedef struct {
  int n[3];
} ThreeInts;
extern ThreeInts __enzyme_batch_g(void *, ...);
static int digits(double x, int base) {
  int n = 0;
  for (; x >= 1; x /= base)
    n++;
  return n;
}
int main(void) {
  Four r = __enzyme_batch_f((void *)f, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0,
                            enzyme_scalar, 10.0);
  CLOSE(r.d[0], 10);
  CLOSE(r.d[1], 20);
  CLOSE(r.d[2], 10 * sin(3));
  CLOSE(r.d[3], 10 * sin(4));
  ThreeInts n = __enzyme_batch_g((void *)digits, enzyme_width, 3, enzyme_vector, 5.0, 50.0, 500.0,
                                 enzyme_vector, 2, 10, 4);
  EXPECT(n.n[0] == 3 && n.n[1] == 2 && n.n[2] == 5);
  return oracle_exit();
}
