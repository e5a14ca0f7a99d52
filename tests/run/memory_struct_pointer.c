/* A struct of mixed members behind a pointer. */
#include "oracle.h"
typedef struct {
  int count;
  double mass;
  float charge;
  const double *where;
  double velocity[3];
} Particle;
__attribute__((noinline)) static double energy(const Particle *p) {
  double sum = 0;
  for (int i = 0; i < p->count; i++)
    sum += p->velocity[i] * p->velocity[i] * *p->where;
  return 0.5 * p->mass * sum + p->charge;
}
PRIMAL(particle) {
  Particle p = {3, in[0], 2.5f, &in[1], {in[2], in[3], in[4]}};
  out[0] = energy(&p);
  p.mass = p.mass * p.velocity[0];
  out[1] = energy(&p);
}
ORACLE_MAIN(particle, 5, 2, 0.5, 2)
