/* Structures of two words by value, so many that the primal takes the first in registers and the
 * others in memory; the call, which has more arguments, passes all but the first in memory. */
#include "oracle.h"
typedef struct {
  double *cells;
  int rows, columns;
} Matrix;
extern int adcc_width;
extern void __adcc_autodiff_chain(void *, ...);
extern void __adcc_fwddiff_chain(void *, ...);

static void multiply(Matrix a, Matrix b, Matrix to) {
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < b.columns; j++) {
      double sum = 0;
      for (int k = 0; k < a.columns; k++)
        sum += a.cells[i * a.columns + k] * b.cells[k * b.columns + j];
      to.cells[i * to.columns + j] = sum;
    }
}
__attribute__((noinline)) static void chain(Matrix a, Matrix b, double scale, Matrix c, Matrix bias,
                                            Matrix between, Matrix to) {
  multiply(a, b, between);
  multiply(between, c, to);
  for (int i = 0; i < to.rows * to.columns; i++)
    to.cells[i] = scale * to.cells[i] * to.cells[i] + bias.cells[i];
}

static double a[4] = {1, 2, 0.5, -1}, b[4] = {0.3, 0.7, 1, 0.2}, c[4] = {2, -1, 0.4, 0.6};
static double bias[4] = {0.1, 0.2, 0.3, 0.4}, between[4], to[4];
static Matrix matrix(double *cells) { return (Matrix){cells, 2, 2}; }
static double sum(void) {
  chain(matrix(a), matrix(b), 0.5, matrix(c), matrix(bias), matrix(between), matrix(to));
  return to[0] + to[1] + to[2] + to[3];
}
static double difference(double *x) {
  double kept = *x, h = 1e-4, up, down;
  *x = kept + h;
  up = sum();
  *x = kept - h;
  down = sum();
  *x = kept;
  return (up - down) / (2 * h);
}

int main(void) {
  double da[4] = {0}, db[4] = {0}, dc[4] = {0}, dbetween[4] = {0}, seed[4] = {1, 1, 1, 1};
  /* Markers, none, and a constant among them. */
  __adcc_autodiff_chain((void *)chain, adcc_dup, matrix(a), matrix(da), matrix(b), matrix(db),
                        adcc_const, 0.5, adcc_dup, matrix(c), matrix(dc), adcc_const, matrix(bias),
                        matrix(between), matrix(dbetween), adcc_dup, matrix(to), matrix(seed));
  for (int i = 0; i < 4; i++) {
    CLOSE_TO(da[i], difference(&a[i]), 1e-6);
    CLOSE_TO(db[i], difference(&b[i]), 1e-6);
    CLOSE_TO(dc[i], difference(&c[i]), 1e-6);
  }

  /* Two lanes: the shadows of one parameter lie in registers and in memory. */
  double ones[4] = {1, 0, 0, 0}, others[4] = {0, 0, 0, 1}, none[4] = {0}, left[4], right[4];
  double x[4], y[4];
  __adcc_fwddiff_chain((void *)chain, adcc_width, 2, adcc_dup, matrix(a), matrix(ones),
                       matrix(others), adcc_const, matrix(b), adcc_const, 0.5, adcc_const, matrix(c),
                       adcc_dup, matrix(bias), matrix(none), matrix(ones), matrix(between),
                       matrix(x), matrix(y), matrix(to), matrix(left), matrix(right));
  CLOSE_TO(left[0] + left[1] + left[2] + left[3], difference(&a[0]), 1e-6);
  CLOSE_TO(right[0] + right[1] + right[2] + right[3], difference(&a[3]) + 1, 1e-6);
  return oracle_exit();
}
