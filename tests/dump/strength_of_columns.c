/* A loop down the column of a matrix, whose rows are as long as only run time knows, adds to the
 * address where it would have to multiply. */
// flags: -O2 -Xclang -disable-llvm-passes
// adcc: --dump=optimise
// prints: define .*@gradient
// prints: lsr\.iv
#include <adcc/adcc.h>
static double column(double *a, long rows, long columns, long at) {
  double carried = 1;
  for (long i = 0; i < rows; i++)
    a[i * columns + at] = carried = a[i * columns + at] * carried + 1;
  return carried;
}
void gradient(double *a, double *da, long rows, long columns, long at) {
  __adcc_autodiff((void *)column, adcc_dup, a, da, adcc_const, rows, adcc_const, columns,
                  adcc_const, at);
}
