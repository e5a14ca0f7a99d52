/* A shadow that is its primal says that the argument is inactive: neither read as a derivative nor
 * written to, through pointers in structures, copies, stores and calls too. */
#include "oracle.h"
extern int enzyme_runtime_activity, enzyme_const, enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
typedef struct {
  double *weights, *state;
  int n;
} Model;
__attribute__((noinline)) static void step(double *state, const double *w, int n) {
  for (int i = 0; i < n; i++)
    state[i] = state[i] * w[i] + w[i];
}
static double run(Model *m, double *scratch) {
  memcpy(scratch, m->weights, m->n * sizeof(double));
  step(m->state, m->weights, m->n);
  step(m->state, scratch, m->n);
  double sum = 0;
  for (int i = 0; i < m->n; i++)
    sum += m->state[i] * scratch[i];
  memset(scratch, 0, m->n * sizeof(double));
  return sum;
}
static double pick(double *x, double *constant, int which) {
  double *chosen = which ? x : constant;
  return *chosen * *chosen * *x;
}
int main(void) {
  double w[2] = {2, 3}, s[2] = {5, 7}, t[2] = {0}, ds[2] = {0, 0}, dt[2] = {0}, dw[2] = {0};
  /* state: ((s w + w) w + w) w = s w^3 + w^3 + w^2 */
  Model m = {w, s, 2}, dm = {w, ds, 2}; /* the weights are inactive */
  __enzyme_autodiff((void *)run, enzyme_runtime_activity, &m, &dm, t, dt);
  CLOSE(ds[0], 8);
  CLOSE(ds[1], 27);
  CLOSE(w[0], 2);
  CLOSE(w[1], 3);
  s[0] = 5, s[1] = 7, ds[0] = ds[1] = 0;
  dm.weights = dw, dm.state = s; /* now the state is */
  double before = s[0];
  __enzyme_autodiff((void *)run, enzyme_runtime_activity, &m, &dm, t, dt);
  (void)before;
  s[0] = 5, s[1] = 7;
  ds[0] = 1, ds[1] = 10;
  dm.weights = w, dm.state = ds;
  CLOSE(__enzyme_fwddiff((void *)run, enzyme_runtime_activity, &m, &dm, t, dt), 8 + 270);
  CLOSE(w[1], 3);
  CLOSE(t[1], 0);
  s[0] = 5, s[1] = 7;
  ds[0] = 1, ds[1] = 10;
  /* scratch inactive: no derivative passes through it */
  CLOSE(__enzyme_fwddiff((void *)run, enzyme_runtime_activity, &m, &dm, t, t), 8 + 270);
  double x = 3, dx = 0, c = 5;
  __enzyme_autodiff((void *)pick, enzyme_runtime_activity, &x, &dx, enzyme_const, &c, 0);
  CLOSE(dx, 25);
  CLOSE(c, 5);
  __enzyme_autodiff((void *)pick, enzyme_runtime_activity, &x, &dx, &c, &c, 0);
  CLOSE(dx, 50);
  CLOSE(c, 5);
  dx = 2;
  CLOSE(__enzyme_fwddiff((void *)pick, enzyme_runtime_activity, &x, &dx, &c, &c, 0), 50);
  CLOSE(__enzyme_fwddiff((void *)pick, enzyme_runtime_activity, &x, &dx, &c, &c, 1), 54);
  return oracle_exit();
}
