/* augmentfwd and reverse: the tape in a pointer, the seed given by the caller. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
typedef struct {
  void *tape;
  double value;
} Augmented;
extern Augmented __enzyme_augmentfwd_f(void *, ...);
extern void __enzyme_reverse_f(void *, ...);
static double f(double *x, int n) {
  double sum = 1;
  for (int i = 0; i < n; i++) {
    sum = sum * 0.5 + x[i] * x[i];
    x[i] = 0;
  }
  return sum;
}
int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
  Augmented a = __enzyme_augmentfwd_f((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
  CLOSE(a.value, 0.125 + 0.25 + 2 + 9);
  CLOSE(x[1], 0);
  __enzyme_reverse_f((void *)f, enzyme_dup, x, dx, enzyme_const, 3, 2.0, a.tape);
  CLOSE(dx[0], 2 * 2 * 0.25);
  CLOSE(dx[1], 2 * 4 * 0.5);
  CLOSE(dx[2], 2 * 6);
  return oracle_exit();
}
