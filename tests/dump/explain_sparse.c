/* The matrix of a solver is read again from memory, which the indices tell apart from the vectors,
 * and of the vectors the tape has what is overwritten, not what each element of the matrix meets. */
// adcc: --explain
// flags: -O2 -g
// prints: the reverse derivative of .power. keeps 4 \* rows \+ 16 \* steps \* rows bytes on the tape, and up to
#include "adcc/adcc.h"
void power(const double *v, const int *begin, const int *column, double *x, double *y, int rows,
           int steps) {
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = begin[i]; j < begin[i + 1]; j++)
        sum += v[j] * x[column[j]];
      y[i] = sum;
    }
    for (int i = 0; i < rows; i++)
      x[i] = 0.5 * y[i] * y[i];
  }
}
void gradient(double *v, double *dv, int *begin, int *column, double *x, double *dx, double *y,
              double *dy, int rows, int steps) {
  __adcc_autodiff((void *)power, adcc_dup, v, dv, adcc_const, begin, adcc_const, column, adcc_dup, x, dx,
                  adcc_dup, y, dy, rows, steps);
}
