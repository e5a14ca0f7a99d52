// adcc: --verify '--reverse=trajectory as dtrajectory(dup, dup, const, out)'
/* --verify: beside a derivative stands an entry that compares reverse mode, forward mode and
 * differences at the caller's inputs, which stay as they are. A rule with a wrong factor shows. */
#include "oracle.h"
#include <adcc/adcc.h>
typedef struct {
  int steps;
  float gain;
  double at[2];
} State;
double trajectory(State *states, double *speed, int n, double damping) {
  double energy = 0;
  for (int i = 0; i < n; i++) {
    State *s = &states[i];
    for (int k = 0; k < s->steps; k++) {
      speed[i] -= 0.1 * sin(s->at[0]) * s->gain + damping * speed[i];
      s->at[0] += 0.1 * speed[i];
      s->at[1] *= 1 + 0.01 * s->at[0];
    }
    energy += s->at[1] * speed[i] * speed[i];
  }
  return energy;
}
ADCC_FORWARD("tnorm", "dup, const")
float norm(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrtf(sum);
}
ADCC_REVERSE("dmix", "out, out")
double mix(double x, double y) { return exp(x * y) / (1 + x * x); }
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
typedef struct {
  double tape, value;
} Augmented;
static Augmented cube_augmented(double x) { return (Augmented){x, cube(x)}; }
static double cube_gradient(double x, double seed, double tape) { return 3.3 * tape * x * seed; }
void *__adcc_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented,
                                         (void *)cube_gradient};
ADCC_REVERSE("dwrong", "out") double wrong(double x) { return cube(x) * x; }

double dtrajectory__check(const State *states, size_t states_bytes, const double *speed,
                          size_t speed_bytes, int n, double damping);
double tnorm__check(const float *x, size_t x_bytes, int n);
double dmix__check(double x, double y);
double dwrong__check(double x);
int main(void) {
  State states[3] = {{3, 0.5f, {1, 2}}, {5, 0.7f, {0.5, 1}}, {1, 1.5f, {2, 0.3}}};
  double speed[3] = {0.1, 0.5, -0.3};
  float x[4] = {1, 2, 3, 4};
  EXPECT(dtrajectory__check(states, sizeof states, speed, sizeof speed, 3, 0.05) < 1e-5);
  CLOSE(speed[1], 0.5);
  CLOSE(states[2].at[1], 0.3);
  EXPECT(tnorm__check(x, sizeof x, 4) < 1e-4);
  EXPECT(dmix__check(0.3, 0.7) < 1e-9);
  double off = dwrong__check(1.5);
  EXPECT(off > 0.05 && off < 0.15);
  return oracle_exit();
}
