/* fwdsplit through functions with registered rules: a rule for forward mode is used, with the
 * result that the first half logged; a function whose rules serve reverse mode alone is followed.
 */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree;
typedef struct {
  void *tape;
  double value;
} Augmented;
extern Augmented __enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern void __enzyme_reverse(void *, ...);
typedef struct {
  double tape, value;
} Half;
__attribute__((noinline)) static double cube_at(const double *x, int i) {
  return x[i] * x[i] * x[i];
}
static Half cube_augmented(const double *x, double *dx, int i) {
  return (Half){x[i], cube_at(x, i)};
}
static void cube_gradient(const double *x, double *dx, int i, double seed, double tape) {
  dx[i] += 30 * tape * tape * seed;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube_at, (void *)cube_augmented,
                                           (void *)cube_gradient};
static double by_body(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += cube_at(x, i) * sin(x[i]);
    x[i] *= 2;
  }
  return sum;
}

__attribute__((noinline)) static double square(double x) { return x * x; }
static double square_tangent(double x, double dx) { return 20 * x * dx; }
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_tangent};
static double by_rule(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += square(x[i]) * sin(x[i]);
    x[i] *= 2;
  }
  return sum;
}
int main(void) {
  double x[3] = {.5, .6, .7}, t[3] = {0, 1, 0};
  Augmented a = __enzyme_augmentfwd((void *)by_body, enzyme_dup, x, t, enzyme_const, 3);
  CLOSE(__enzyme_fwdsplit((void *)by_body, enzyme_dup, x, t, enzyme_const, 3, a.tape),
        3 * .36 * sin(.6) + .216 * cos(.6));
  CLOSE(t[1], 2);
  double y[3] = {.5, .6, .7}, u[3] = {0, 1, 0}, dy[3] = {0};
  Augmented b = __enzyme_augmentfwd((void *)by_rule, enzyme_dup, y, dy, enzyme_const, 3);
  CLOSE(
      __enzyme_fwdsplit((void *)by_rule, enzyme_nofree, enzyme_dup, y, u, enzyme_const, 3, b.tape),
      20 * .6 * sin(.6) + .36 * cos(.6));
  __enzyme_reverse((void *)by_rule, enzyme_dup, y, dy, enzyme_const, 3, 1.0, b.tape);
  CLOSE(dy[1], 2 * .6 * sin(.6) + .36 * cos(.6)); /* reverse mode has no rule */
  return oracle_exit();
}
