/* A large struct passed by value (by hidden copy), with its shadow. */
#include "oracle.h"
typedef struct {
  double a[5];
} Large;
extern double __enzyme_fwddiff_l(double (*)(Large), Large, Large);
static double weigh(Large l) { return l.a[0] * l.a[1] + l.a[4] * l.a[4]; }
int main(void) {
  Large x = {{1, 2, 3, 4, 5}}, t = {{1, 10, 0, 0, 1}};
  CLOSE(__enzyme_fwddiff_l(weigh, x, t), 2 + 10 + 10);
  return oracle_exit();
}
