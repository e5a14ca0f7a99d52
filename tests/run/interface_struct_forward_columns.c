/* Columns of a Jacobian by forward mode, without markers: two numbers, each with a tangent of 0 or 1,
 * that might be the parts of one complex number; and structures of an integer and a number, or of a
 * pointer and both. */
#include "oracle.h"
typedef struct {
  double sum, product;
} Pair;
typedef struct {
  int count;
  double scale;
} Step;
typedef struct {
  float scale;
  int count;
  double offset;
} Shift;
typedef struct {
  double *values;
  int count;
  float scale;
} Scaled;
extern Pair __enzyme_fwddiff_pair(void *, ...);
extern double __enzyme_fwddiff_steps(void *, ...);
extern double __enzyme_fwddiff_total(void *, ...);

static Pair combine(double a, double b) { return (Pair){a + b * b, a * b}; }

static double steps(double x, Step first, Shift second) {
  for (int i = 0; i < first.count; i++)
    x = x * x * first.scale;
  return x * (second.scale * second.count) + second.offset * x;
}

static double total(Scaled scaled) {
  double sum = 0;
  for (int i = 0; i < scaled.count; i++)
    sum += scaled.values[i] * scaled.scale;
  return sum;
}

int main(int argc, char **argv) {
  (void)argv;
  double x = 1.25 * argc, y = 0.5 * argc;
  Pair by_x = __enzyme_fwddiff_pair((void *)combine, x, 1.0, y, 0.0);
  Pair by_y = __enzyme_fwddiff_pair((void *)combine, x, 0.0, y, 1.0);
  CLOSE(by_x.sum, 1);
  CLOSE(by_x.product, y);
  CLOSE(by_y.sum, 2 * y);
  CLOSE(by_y.product, x);

  Step first = {2, 0.5}, of_first = {0, 1};
  Shift second = {2, 3, 0.25}, of_second = {1, 0, 1};
  double reached = 0.125 * x * x * x * x;
  CLOSE(__enzyme_fwddiff_steps((void *)steps, adcc_dup, x, 1.0, adcc_dup, first, of_first, adcc_const,
                               second),
        (0.5 * x * x * x + 0.75 * x * x * x * x) * 6.25);
  CLOSE(__enzyme_fwddiff_steps((void *)steps, adcc_const, x, adcc_const, first, adcc_dup, second,
                               of_second),
        4 * reached);

  double values[3] = {1, 2, 3}, of_values[3] = {1, 0, 1};
  CLOSE(__enzyme_fwddiff_total((void *)total, adcc_dup, ((Scaled){values, 3, 0.5f}),
                               ((Scaled){of_values, 0, 2})),
        2 * 0.5 + 6 * 2);
  return oracle_exit();
}
