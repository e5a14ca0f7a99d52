/* A table of functions as libraries keep it: one entry is for a feature that this program does not
 * use, so that no function of its type is there at all. */
#include "oracle.h"

typedef struct Potential Potential;
struct Potential {
  double (*force)(double r, const Potential *);
  double (*drag)(double r, const Potential *, double speed); /* or NULL */
  int depends_on_speed;
  double scale, *parameters;
};

static double kepler(double r, const Potential *p) { return -p->parameters[0] / (r * r); }
static double logarithmic(double r, const Potential *p) {
  return -p->parameters[0] * r / (r * r + p->parameters[1]);
}

static double total_force(double r, double speed, int count, const Potential *potentials) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    const Potential *p = &potentials[i];
    sum += p->scale * (p->depends_on_speed ? p->drag(r, p, speed) : p->force(r, p));
  }
  return sum;
}

PRIMAL(table) {
  Potential *potentials = calloc(2, sizeof *potentials);
  potentials[0].force = kepler;
  potentials[1].force = logarithmic;
  for (int i = 0; i < 2; i++) {
    potentials[i].scale = 0.5 + in[i];
    potentials[i].parameters = malloc(2 * sizeof(double));
    potentials[i].parameters[0] = in[2] * (i + 1);
    potentials[i].parameters[1] = in[3];
  }
  double r = 1 + in[0], speed = in[1];
  for (int step = 0; step < 10; step++) {
    speed += 0.02 * total_force(r, speed, 2, potentials);
    r += 0.02 * speed;
  }
  out[0] = r;
  out[1] = r * speed;
  for (int i = 0; i < 2; i++)
    free(potentials[i].parameters);
  free(potentials);
}
ORACLE(table, 4, 2, 0.3, 1.2)

int main(void) {
  table_oracle();
  return oracle_exit();
}
