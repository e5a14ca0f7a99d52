/* Split modes of functions that return structures, in registers or in memory: augmentfwd hands them
 * out, reverse takes seeds of their type, fwdsplit returns their tangents. */
#include "oracle.h"
#include <complex.h>
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape, enzyme_allocated, enzyme_width;
typedef struct {
  double a, b;
} Pair;
typedef struct {
  double a[3], b;
  int n;
} Large;
typedef struct {
  void *tape;
  Pair value;
} AugmentedPair;
typedef struct {
  void *tape;
  Large value;
} AugmentedLarge;
typedef struct {
  void *tape;
  double _Complex value;
} AugmentedComplex;
extern AugmentedPair __enzyme_augmentfwd_pair(void *, ...);
extern Pair __enzyme_reverse_pair(void *, ...);
extern AugmentedLarge __enzyme_augmentfwd_large(void *, ...);
extern Large __enzyme_augmentfwd_buffer(void *, ...);
extern double __enzyme_reverse_large(void *, ...);
extern Large __enzyme_fwdsplit_large(void *, ...);
extern size_t __enzyme_augmentsize(void *, ...);
extern AugmentedComplex __enzyme_augmentfwd_complex(void *, ...);
extern double __enzyme_reverse_complex(void *, ...);
static Pair pair(double x, double y) {
  Pair p = {x, 1};
  while (p.a < 10) {
    p.b *= p.a;
    p.a *= y;
  }
  return p;
}
static Large large(double *x, int n, double y) {
  Large r = {{0}, 0, n};
  for (int i = 0; i < n; i++) {
    r.a[i % 3] += x[i] * y;
    x[i] = sin(x[i]) * r.a[i % 3];
    r.b += x[i];
  }
  return r;
}
static double _Complex spiral(double t) { return t * t + sin(t) * I; }
static double weighted(double shift, int which, double y) {
  double x[4] = {0.3, 0.6, 0.9, 1.2};
  x[which] += shift;
  Large r = large(x, 4, y);
  return 2 * r.a[0] + 3 * r.a[1] + 5 * r.a[2] + 7 * r.b;
}
int main(void) {
  AugmentedPair p = __enzyme_augmentfwd_pair((void *)pair, 1.5, 2.0);
  CLOSE(p.value.a, 12);
  CLOSE(p.value.b, 1.5 * 3 * 6);
  Pair seed = {1, 2}, d = __enzyme_reverse_pair((void *)pair, 1.5, 2.0, seed, p.tape);
  CLOSE(d.a, 8 + 2 * 3 * 1.5 * 1.5 * 8); /* a = x y^3, b = x^3 y^3 */
  CLOSE(d.b, 1.5 * 3 * 4 + 2 * pow(1.5, 3) * 3 * 4);

  double x[4] = {0.3, 0.6, 0.9, 1.2}, dx[4] = {0}, h = 1e-5;
  Large weights = {{2, 3, 5}, 7, 0};
  AugmentedLarge r =
      __enzyme_augmentfwd_large((void *)large, enzyme_dup, x, dx, enzyme_const, 4, 1.1);
  CLOSE(r.value.n, 4);
  CLOSE(r.value.a[0], 0.3 * 1.1 + 1.2 * 1.1);
  for (int round = 0; round < 2; round++) {
    double dy = round ? __enzyme_reverse_large((void *)large, enzyme_dup, x, dx, enzyme_const, 4,
                                               1.1, weights, r.tape)
                      : __enzyme_reverse_large((void *)large, enzyme_nofree, enzyme_dup, x, dx,
                                               enzyme_const, 4, 1.1, weights, r.tape);
    EXPECT(fabs(dy - (weighted(0, 0, 1.1 + h) - weighted(0, 0, 1.1 - h)) / (2 * h)) < 1e-6);
    for (int i = 0; i < 4; i++) {
      EXPECT(fabs(dx[i] - (weighted(h, i, 1.1) - weighted(-h, i, 1.1)) / (2 * h)) < 1e-6);
      dx[i] = 0;
    }
  }

  size_t bytes = __enzyme_augmentsize((void *)large, enzyme_dup, enzyme_const, enzyme_const);
  void *buffer = malloc(bytes);
  double z[4] = {0.3, 0.6, 0.9, 1.2}, dz[4] = {0, 1, 0, 0};
  Large value =
      __enzyme_augmentfwd_buffer((void *)large, enzyme_allocated, bytes, enzyme_tape, buffer,
                                 enzyme_dup, z, dz, enzyme_const, 4, enzyme_const, 1.1);
  CLOSE(value.b, r.value.b);
  Large tangent =
      __enzyme_fwdsplit_large((void *)large, enzyme_allocated, bytes, enzyme_tape, buffer,
                              enzyme_dup, z, dz, enzyme_const, 4, enzyme_const, 1.1);
  double along = 2 * tangent.a[0] + 3 * tangent.a[1] + 5 * tangent.a[2] + 7 * tangent.b;
  EXPECT(fabs(along - (weighted(h, 1, 1.1) - weighted(-h, 1, 1.1)) / (2 * h)) < 1e-6);
  CLOSE(tangent.a[1], 1.1);
  free(buffer);

  AugmentedComplex c = __enzyme_augmentfwd_complex((void *)spiral, 1.1);
  CLOSE(creal(c.value), 1.21);
  double _Complex w = 2 + 3 * I;
  CLOSE(__enzyme_reverse_complex((void *)spiral, 1.1, w, c.tape), 4.4 + 3 * cos(1.1));
  return oracle_exit();
}
