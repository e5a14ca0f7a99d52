// Doubles that are copied float by float, in memory where no float is computed with.
// levels: O1 O2 O3 fast raw
#include "oracle.h"
#include "stops.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
enum { NUMBERS = 6 };
typedef float Piece __attribute__((may_alias));

__attribute__((noinline)) static void copy(void *to, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes / sizeof(Piece); i++)
    ((Piece *)to)[i] = ((const Piece *)from)[i];
}
static double sum(const double *x, int copies) {
  double a[NUMBERS], b[NUMBERS], sum = 0;
  for (int i = 0; i < NUMBERS; i++)
    a[i] = b[i] = x[i] * x[i];
  if (copies)
    copy(b, a, sizeof a);
  for (int i = 0; i < NUMBERS; i++)
    sum += a[i] * b[NUMBERS - 1 - i];
  return sum;
}

int main(void) {
  double x[NUMBERS] = {1, 2, 3, 4, 5, 6}, dx[NUMBERS] = {0}, tangent[NUMBERS] = {1};
  __enzyme_autodiff((void *)sum, x, dx, 0);
  for (int i = 0; i < NUMBERS; i++)
    CLOSE(dx[i], 4 * x[i] * x[NUMBERS - 1 - i] * x[NUMBERS - 1 - i]);
  EXPECT(STOPS(__enzyme_autodiff((void *)sum, x, dx, 1)));
  CLOSE(__enzyme_fwddiff((void *)sum, x, tangent, 1), 4 * x[0] * 36);
  return oracle_exit();
}
