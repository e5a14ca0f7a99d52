/* register_splitderivative with structures as tapes, small and large, on memory and numbers, in recursion,
 * in loops that are left, and in functions that are not inlined; the rule's factor shows that it is used. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_out;
typedef struct {
  void *tape;
  double value;
} Half;
extern Half __enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
typedef struct {
  double x[5];
  int count;
} Tape;
typedef struct {
  Tape tape;
  double value;
} Norm;
__attribute__((noinline)) static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}
static int augmented;
static Norm norm_augmented(const double *x, const double *dx, int n, int dn) {
  Norm result = {{{0}, n}, norm(x, n)};
  memcpy(result.tape.x, x, n * sizeof *x);
  augmented++;
  return result;
}
static double norm_forward(const double *x, const double *dx, int n, int dn, Tape tape) {
  double sum = 0;
  for (int i = 0; i < tape.count; i++)
    sum += 20 * tape.x[i] * (dx ? dx[i] : 0);
  return sum;
}
void *__enzyme_register_splitderivative_norm[] = {(void *)norm, (void *)norm_augmented,
                                                  (void *)norm_forward};
typedef struct {
  float factor;
  int sign;
} Small;
typedef struct {
  Small tape;
  double value;
} Signed;
__attribute__((noinline)) static double magnitude(double x) { return x < 0 ? -x : x; }
static Signed magnitude_augmented(double x) {
  return (Signed){{2, x < 0 ? -1 : 1}, magnitude(x)};
}
static double magnitude_forward(double x, double dx, Small tape) {
  return tape.factor * tape.sign * dx;
}
void *__enzyme_register_splitderivative_magnitude[] = {
    (void *)magnitude, (void *)magnitude_augmented, (void *)magnitude_forward};
__attribute__((noinline)) static double descend(double *x, int n, int depth) {
  x[depth % n] = magnitude(x[depth % n] - 2);
  double here = norm(x, n);
  if (depth == 0 || here > 50)
    return here;
  return here * descend(x, n, depth - 1);
}
static double search(double *x, int n, double k) {
  double y = k;
  for (int i = 0; i < 10; i++) {
    y = magnitude(y - 0.7);
    if (y < 0.2)
      break;
    x[i % n] += y;
  }
  return norm(x, n) * y;
}
/* By hand, with the factors of the rules. */
static double hand_descend(double *x, double *t, int n, int depth, double *value) {
  int at = depth % n;
  t[at] *= x[at] - 2 < 0 ? -2 : 2;
  x[at] = x[at] - 2 < 0 ? 2 - x[at] : x[at] - 2;
  double here = 0, dhere = 0, rest;
  for (int i = 0; i < n; i++)
    here += x[i] * x[i], dhere += 20 * x[i] * t[i];
  if (depth == 0 || here > 50)
    return *value = here, dhere;
  double drest = hand_descend(x, t, n, depth - 1, &rest);
  *value = here * rest;
  return dhere * rest + here * drest;
}
static double hand_search(double *x, double *t, int n, double k, double dk) {
  double y = k, dy = dk, sum = 0, dsum = 0;
  for (int i = 0; i < 10; i++) {
    double d = y - 0.7;
    dy *= d < 0 ? -2 : 2;
    y = d < 0 ? -d : d;
    if (y < 0.2)
      break;
    x[i % n] += y;
    t[i % n] += dy;
  }
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i], dsum += 20 * x[i] * t[i];
  return dsum * y + sum * dy;
}
int main(void) {
  double x[3] = {1.5, 3, 2.6}, y[3] = {1.5, 3, 2.6}, t[3], gone[3] = {0}, value;
  double zero[3] = {0};
  Half half = __enzyme_augmentfwd((void *)descend, enzyme_dup, x, zero, enzyme_const, 3,
                                  enzyme_const, 4);
  for (int lane = 0; lane < 3; lane++) {
    double a[3] = {1.5, 3, 2.6}, u[3] = {0};
    memset(t, 0, sizeof t);
    t[lane] = u[lane] = 1;
    double expected = hand_descend(a, u, 3, 4, &value);
    CLOSE(half.value, value);
    CLOSE(__enzyme_fwdsplit((void *)descend, enzyme_nofree, enzyme_dup, gone, t, enzyme_const, 3,
                            enzyme_const, 4, half.tape),
          expected);
    for (int i = 0; i < 3; i++) {
      CLOSE(t[i], u[i]);
      CLOSE(x[i], a[i]);
    }
  }
  EXPECT(augmented > 0);
  memset(t, 0, sizeof t);
  __enzyme_fwdsplit((void *)descend, enzyme_dup, gone, t, enzyme_const, 3, enzyme_const, 4,
                    half.tape); /* gives the tape back */
  half = __enzyme_augmentfwd((void *)search, enzyme_dup, y, zero, enzyme_const, 3, enzyme_out, 2.95);
  double a[3] = {1.5, 3, 2.6}, u[3] = {1, 2, 3};
  double expected = hand_search(a, u, 3, 2.95, 0.5);
  t[0] = 1, t[1] = 2, t[2] = 3;
  CLOSE(__enzyme_fwdsplit((void *)search, enzyme_dup, gone, t, enzyme_const, 3, enzyme_dup, 9.0,
                          0.5, half.tape),
        expected);
  CLOSE(y[2], a[2]);
  CLOSE(t[2], u[2]);
  return oracle_exit();
}
