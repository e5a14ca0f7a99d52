/* So many structures that the call runs out of registers, and the function does not. */
#include "oracle.h"
typedef struct {
  double *at;
  long count;
} Slice;
typedef struct {
  double x;
  int power;
} Term;
typedef struct {
  float x, y;
} Point;
typedef struct {
  double *at;
} Box;
extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff_slices(void *, ...);
extern double __enzyme_fwddiff_terms(void *, ...);
static double dot(Slice a, Slice b, Box scale) {
  double sum = 0;
  for (long i = 0; i < a.count; i++)
    sum += a.at[i] * b.at[i];
  return sum * *scale.at;
}
static double terms(Term a, Term b, Term c, Point p, Point q) {
  return pow(a.x, a.power) * b.x * b.power + c.x * p.x * q.y + p.y * q.x;
}
int main(void) {
  double a[3] = {1, 2, 3}, b[3] = {4, 5, 6}, da[3] = {0}, db[3] = {0}, scale = 2, dscale = 0;
  __enzyme_autodiff_slices((void *)dot, enzyme_dup, (Slice){a, 3}, (Slice){da, 3}, enzyme_dup,
                           (Slice){b, 3}, (Slice){db, 3}, enzyme_dup, (Box){&scale}, (Box){&dscale});
  for (int i = 0; i < 3; i++) {
    CLOSE(da[i], 2 * b[i]);
    CLOSE(db[i], 2 * a[i]);
  }
  CLOSE(dscale, 32);
  CLOSE(__enzyme_fwddiff_terms((void *)terms, enzyme_dup, (Term){3, 2}, (Term){1, 0}, enzyme_dup,
                               (Term){5, 4}, (Term){1, 0}, enzyme_dup, (Term){2, 0}, (Term){1, 0},
                               enzyme_dup, (Point){3, 5}, (Point){1, 0}, enzyme_dup, (Point){7, 2},
                               (Point){0, 1}),
        2 * 3 * 20 + 9 * 4 + 3 * 2 + 2 * 2 + 2 * 3);
  return oracle_exit();
}
