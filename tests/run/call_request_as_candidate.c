/* What asks for the derivative of a primal has the type of a function that the primal calls through
 * a pointer, and its own address is taken: it is no function that the primal could mean. */
#include "oracle.h"

typedef void (*Step)(double *x, double *y);
typedef struct {
  Step step;
  double *x, *y;
} Task;

static void grow(double *x, double *y) { y[0] += x[0] * x[1]; }
static void turn(double *x, double *y) { y[0] += sin(x[0]) - y[0] * x[1]; }

static Step steps[] = {grow, turn, turn};

double __adcc_autodiff_total(void *, ...);
static void ask(double *x, double *shadow);
static void pass_on(double *x, double *shadow, int times) {
  for (int i = 0; i < times; i++)
    ask(x, shadow);
}
static void ask_by_call(double *x, double *shadow) { pass_on(x, shadow, 1); }
static void ask_likewise(double *x, double *shadow) { pass_on(x, shadow, x[0] < 2); }

double total(double *x) {
  double y = 0.5;
  for (int i = 0; i < 6; i++) {
    Task task = {steps[i % 3], x, &y};
    task.step(task.x, task.y);
  }
  return y;
}
static void ask(double *x, double *shadow) {
  __adcc_autodiff_total((void *)total, adcc_dup, x, shadow);
}

static double differentiated(Step how, double *x, int which) {
  double shadow[2] = {0, 0};
  how(x, shadow);
  return shadow[which];
}

int main(int argc, char **argv) {
  (void)argv;
  double x[2] = {0.7, 0.3}, h = 1e-5;
  Step how[] = {ask, ask_by_call, ask_likewise};
  for (int which = 0; which < 2; which++)
    for (int i = 0; i < 2; i++) {
      double a[2] = {x[0], x[1]}, b[2] = {x[0], x[1]};
      a[which] += h;
      b[which] -= h;
      CLOSE_TO(differentiated(how[(i + which + argc) % 3], x, which), (total(a) - total(b)) / (2 * h), 1e-7);
    }
  return oracle_exit();
}
