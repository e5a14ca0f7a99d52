/* The two halves of a function that returns a number beside an integer in one register. */
#include <math.h>
#include <stdio.h>
typedef struct {
  double d;
  int i;
  float f;
} Mixed;
typedef struct {
  void *tape;
  Mixed value;
} Augmented;
extern Augmented __adcc_augmentfwd(void *, double);
extern double __adcc_reverse(void *, double, Mixed, void *);
extern double __adcc_autodiff(void *, double);
Mixed f(double x) { return (Mixed){x * x, 3, (float)(x * 5)}; }
int main(void) {
  double a = __adcc_autodiff((void *)f, 3);
  double b =
      __adcc_reverse((void *)f, 3, (Mixed){2, 7, 0.5f}, __adcc_augmentfwd((void *)f, 3).tape);
  printf("%g %g\n", a, b);
  return !(a == 11 && b == 14.5);
}
