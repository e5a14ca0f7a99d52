/* One forward half, several reverse halves: nofree keeps the tape. */
#include "oracle.h"
extern int enzyme_dup, enzyme_nofree, enzyme_const;
typedef struct {
  void *tape;
  double value;
} Augmented;
extern Augmented __enzyme_augmentfwd_f(void *, ...);
extern void __enzyme_reverse_f(void *, ...);
static double f(double *x, int n) {
  double product = 1;
  for (int i = 0; i < n; i++) {
    product *= x[i];
    x[i] = 0;
  }
  return product;
}
int main(void) {
  double x[3] = {2, 3, 5}, dx[3] = {0, 0, 0};
  Augmented a = __enzyme_augmentfwd_f((void *)f, enzyme_nofree, enzyme_dup, x, dx, enzyme_const, 3);
  CLOSE(a.value, 30);
  for (int round = 1; round <= 2; round++) {
    dx[0] = dx[1] = dx[2] = 0;
    __enzyme_reverse_f((void *)f, enzyme_nofree, enzyme_dup, x, dx, enzyme_const, 3, (double)round,
                       a.tape);
    CLOSE(dx[0], 15 * round);
    CLOSE(dx[1], 10 * round);
    CLOSE(dx[2], 6 * round);
  }
  return oracle_exit();
}
