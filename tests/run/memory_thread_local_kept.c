/* Pointers that a thread's variables hold from before the derivative is called: to a table without a
 * derivative, to the argument itself, and to memory that is made once and written anew. */
#include "oracle.h"

typedef struct {
  double value;
  double *next;
} Node;

static _Thread_local double *weights;
static _Thread_local struct {
  double *rows[2];
  int count;
} tables;
__attribute__((unused)) static _Thread_local double *argument;
static _Thread_local Node *list;

static __attribute__((noinline)) double product(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

PRIMAL(evaluate) {
  double scaled[4];
  (void)m;
  memcpy(scaled, weights, sizeof scaled);
  for (size_t i = 0; i < 4; i++)
    scaled[i] *= in[i % n];
  out[0] += product(scaled, weights, 4) + product(scaled, scaled, 4);
  for (int i = 0; i < tables.count; i++)
    out[0] += product(tables.rows[i], scaled, 4);
}

__attribute__((unused)) static double through_argument(double *x) { return x[0] * argument[1] + product(x, argument, 2); }

static double through_list(double *x) {
  if (!list) {
    list = malloc(sizeof *list);
    list->next = NULL;
  }
  list->value = x[0] * x[1];
  return list->value * x[0];
}

ORACLE(evaluate, 3, 1, 0.4, 1.2)

int main(void) {
  double of_weights[4] = {0.5, 2, -1, 3}, second[4] = {1, 2, 3, 4};
  weights = of_weights;
  tables.rows[0] = of_weights;
  tables.rows[1] = second;
  tables.count = 2;
  evaluate_oracle();
  double x[3] = {0.4, 1.2, 0.7}, dx[3] = {0};
#ifdef __OPTIMIZE__ /* else the call is refused when it runs */
  argument = x;
  __adcc_autodiff_state((void *)through_argument, &adcc_dup, x, dx);
  CLOSE(dx[0], x[1] + 2 * x[0]);
  CLOSE(dx[1], x[0] + 2 * x[1]);
#endif
  through_list(x);
  dx[0] = dx[1] = 0;
  __adcc_autodiff_state((void *)through_list, &adcc_dup, x, dx);
  CLOSE(dx[0], 2 * x[0] * x[1]);
  CLOSE(dx[1], x[0] * x[0]);
  return oracle_exit();
}
