/* select of two functions under each entry point: forward, two halves, batch, several lanes, and an
 * augmentsize of it. */
#include "oracle.h"
extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_dup, enzyme_const, enzyme_out,
    enzyme_primal_return, enzyme_noret;
typedef struct {
  double d[2];
} Two;
typedef struct {
  void *tape;
  double value;
} Half;
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern Two __enzyme_fwddiff_2(void *, ...);
extern Half __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern Two __enzyme_batch(void *, ...);
static double square(double x, double *y) {
  *y *= x;
  return x * *y;
}
__attribute__((noinline)) static double cube(double x, double *y) {
  *y = x + *y * *y;
  return x * x * *y;
}
static double gradient(int which, double x, double y, double *dy) {
  return __enzyme_autodiff((void *)(which ? square : cube), enzyme_out, x, enzyme_dup, &y, dy);
}
static double tangent(int which, double x, double dx, double y, double dy) {
  return __enzyme_fwddiff((void *)(which ? square : cube), enzyme_dup, x, dx, enzyme_dup, &y, &dy);
}
static Two lanes(int which, double x, double y) {
  double one = 0, two = 1;
  return __enzyme_fwddiff_2((void *)(which ? square : cube), enzyme_width, 2, enzyme_dup, x, 1.0,
                            0.0, enzyme_dup, &y, &one, &two);
}
static double halves(int which, double x, double y, double *dy) {
  double (*f)(double, double *) = which ? square : cube;
  Half half = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_dup, &y, dy);
  return __enzyme_reverse((void *)f, enzyme_out, x, enzyme_dup, &y, dy, 1.0, half.tape);
}
static Two batched(int which, double x, double y, double *a, double *b) {
  return __enzyme_batch((void *)(which ? square : cube), enzyme_width, 2, enzyme_vector, x, y,
                        enzyme_vector, a, b);
}
int main(void) {
  for (volatile int which = 0; which < 2; which++) {
    double x = 1.5, y = 0.7;
    /* square: y' = y x, r = x^2 y; cube: y' = x + y^2, r = x^2 (x + y^2) */
    double rx = which ? 2 * x * y : 3 * x * x + 2 * x * y * y, ry = which ? x * x : 2 * x * x * y;
    double dy = 0;
    CLOSE(gradient(which, x, y, &dy), rx);
    CLOSE(dy, ry);
    dy = 2; /* of y' */
    CLOSE(gradient(which, x, y, &dy), rx + 2 * (which ? y : 1));
    CLOSE(dy, ry + 2 * (which ? x : 2 * y));
    CLOSE(tangent(which, x, 1, y, 10), rx + 10 * ry);
    Two both = lanes(which, x, y);
    CLOSE(both.d[0], rx);
    CLOSE(both.d[1], ry);
    dy = 0;
    CLOSE(halves(which, x, y, &dy), rx);
    CLOSE(dy, ry);
    double a = 0.7, b = 0.3, a1 = a, b1 = b;
    both = batched(which, x, 2 * x, &a, &b);
    CLOSE(both.d[0], (which ? square : cube)(x, &a1));
    CLOSE(both.d[1], (which ? square : cube)(2 * x, &b1));
    CLOSE(a, a1);
    CLOSE(b, b1);
  }
  return oracle_exit();
}
