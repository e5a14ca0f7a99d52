/* reverse returns the adjoints of `out` arguments. */
#include "oracle.h"
typedef struct {
  void *tape;
  double value;
} Augmented;
typedef struct {
  double x, y;
} Pair;
extern Augmented __enzyme_augmentfwd_f(void *, ...);
extern Pair __enzyme_reverse_f(void *, ...);
static double f(double x, double y) { return x * x * y; }
int main(void) {
  Augmented a = __enzyme_augmentfwd_f((void *)f, 3.0, 5.0);
  CLOSE(a.value, 45);
  Pair p = __enzyme_reverse_f((void *)f, 3.0, 5.0, 2.0, a.tape);
  CLOSE(p.x, 60);
  CLOSE(p.y, 18);
  return oracle_exit();
}
