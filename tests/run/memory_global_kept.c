/* Pointers in globals from before the derivative is called: to tables without a derivative, to a
 * variable that has a shadow, and to the argument itself. An active value that goes to memory
 * without a shadow stops the program. */
#include "oracle.h"
#include "stops.h"
#include <string.h>

typedef struct {
  double *rows[2];
  int count;
} Tables;

Tables tables;
double *weights;
static double buffer[4];
double *into_buffer;
double *argument;

static __attribute__((noinline)) double product(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

PRIMAL(evaluate) {
  double scaled[4];
  memcpy(scaled, weights, sizeof scaled);
  for (size_t i = 0; i < 4; i++)
    scaled[i] *= in[i % n];
  out[0] += product(scaled, weights, 4) + product(scaled, scaled, 4);
  for (int i = 0; i < tables.count; i++)
    out[0] += product(tables.rows[i], scaled, 4);
  for (size_t i = 0; i < n; i++)
    buffer[i] = in[i] * in[i];
  out[1] += into_buffer[0] * in[1];
}

static double through_argument(double *x) { return x[0] * argument[1] + product(x, argument, 2); }

static double spoil(double *x) {
  weights[1] = x[0] * x[1];
  return weights[1];
}

ORACLE(evaluate, 3, 2, 0.4, 1.2)

int main(void) {
  double of_weights[4] = {0.5, 2, -1, 3}, second[4] = {1, 2, 3, 4};
  weights = of_weights;
  tables = (Tables){{of_weights, second}, 2};
  into_buffer = &buffer[1];
  double x[3] = {0.4, 1.2, 0.7}, dx[3] = {0};
  evaluate_oracle();
  argument = x;
  __adcc_autodiff_state((void *)through_argument, &adcc_dup, x, dx);
  CLOSE(dx[0], x[1] + 2 * x[0]);
  CLOSE(dx[1], x[0] + 2 * x[1]);
  EXPECT(STOPS(__adcc_autodiff_state((void *)spoil, &adcc_dup, x, dx)));
  return oracle_exit();
}
