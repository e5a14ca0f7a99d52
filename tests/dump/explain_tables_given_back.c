// adcc: -O2 --explain
// flags: -O2 -Xclang -disable-llvm-passes -g
// Pointers behind a table of functions that the loops over pairs read, and that are cleared in the
// end, are kept for each step, and so are their shadows: not for each pair.
// prints: the reverse derivative of 'table' keeps .* bytes on the tape
// never: the address of a shadow is kept on the tape: .* \* .* \* .*
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_const;

typedef struct {
  int n;
  double x0, invDx;
  double *values;
} Table;
struct Sim;
typedef struct Base {
  double cutoff;
  int (*force)(struct Sim *);
  void (*destroy)(struct Base **);
} Base;
typedef struct {
  double cutoff;
  int (*force)(struct Sim *);
  void (*destroy)(Base **);
  Table *phi, *rho;
  double *rhobar;
} Eam;
typedef struct {
  double *x, *v, *f;
} Atoms;
typedef struct Sim {
  int n;
  double e;
  Atoms *atoms;
  Base *pot;
} Sim;
static Table *init(int n, double dx, double *data) {
  Table *t = malloc(sizeof *t);
  t->values = calloc(1, (n + 3) * sizeof(double));
  t->n = n;
  t->invDx = 1 / dx;
  t->x0 = 0;
  for (int i = 0; i < n; i++)
    t->values[i] = data[i];
  return t;
}
static void destroy(Table **a) {
  if (!a || !*a)
    return;
  free((*a)->values);
  free(*a);
  *a = NULL;
}
static void interpolate(Table *t, double r, double *f, double *df) {
  const double *tt = t->values;
  r = (r - t->x0) * t->invDx;
  int i = (int)floor(r);
  r -= floor(r);
  *f = tt[i] + r * (tt[i + 1] - tt[i]);
  *df = (tt[i + 1] - tt[i]) * t->invDx;
}
static int eamForce(Sim *s) {
  Eam *pot = (Eam *)s->pot;
  double e = 0;
  if (pot->rhobar == NULL)
    pot->rhobar = malloc(s->n * 8);
  memset(pot->rhobar, 0, s->n * 8);
  memset(s->atoms->f, 0, s->n * 8);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->n; j++) {
      if (i == j)
        continue;
      double d = s->atoms->x[i] - s->atoms->x[j], r = fabs(d);
      if (r > pot->cutoff)
        continue;
      double p, dp, q, dq;
      interpolate(pot->phi, r, &p, &dp);
      interpolate(pot->rho, r, &q, &dq);
      s->atoms->f[i] -= dp * d / r;
      e += p;
      pot->rhobar[i] += q;
    }
  for (int i = 0; i < s->n; i++)
    e += sqrt(1 + pot->rhobar[i]);
  s->e = e;
  return 0;
}
static void eamDestroy(Base **p) {
  Eam *pot = *(Eam **)p;
  destroy(&pot->phi);
  destroy(&pot->rho);
  free(pot->rhobar);
  free(pot);
  *p = NULL;
}
static int ljForce(Sim *s) {
  s->e = s->pot->cutoff;
  return 0;
}
static void ljDestroy(Base **p) {
  free(*p);
  *p = NULL;
}
static double table(const double *in, int N, int STEPS) {
  Sim *s = calloc(1, sizeof *s);
  Eam *pot = calloc(1, sizeof *pot);
  pot->force = eamForce;
  pot->destroy = eamDestroy;
  if (N < 0) {
    pot->force = ljForce;
    pot->destroy = ljDestroy;
  }
  s->pot = (Base *)pot;
  s->n = N;
  pot->cutoff = 1;
  double buf[100];
  for (int i = 0; i < 100; i++)
    buf[i] = exp(-0.05 * i * in[0]);
  pot->phi = init(100, 0.02, buf);
  for (int i = 0; i < 100; i++)
    buf[i] *= in[1];
  pot->rho = init(100, 0.02, buf);
  Atoms *a = s->atoms = calloc(1, sizeof *a);
  a->x = malloc(N * 8);
  a->v = malloc(N * 8);
  a->f = malloc(N * 8);
  for (int i = 0; i < N; i++) {
    a->x[i] = 0.3 * i + 0.05 * in[1] * sin(i);
    a->v[i] = 0.1 * cos(i) * in[2];
  }
  for (int t = 0; t < STEPS; t++) {
    s->pot->force(s);
    for (int i = 0; i < N; i++) {
      a->v[i] += 0.01 * a->f[i];
      a->x[i] += 0.01 * a->v[i];
    }
  }
  double result = s->e / N;
  if (s->pot)
    s->pot->destroy(&s->pot);
  free(a->x);
  free(a->v);
  free(a->f);
  free(a);
  free(s);
  return result;
}
void gradient(const double *in, double *din, int n, int steps) {
  __enzyme_autodiff((void *)table, in, din, enzyme_const, n, enzyme_const, steps);
}
