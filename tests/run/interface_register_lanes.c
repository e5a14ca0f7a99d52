/* Several lanes of functions that read memory, and write none, and have a derivative of the user's
 * own, which is called for each. */
#include "modes.h"

__attribute__((noinline)) double energy(const double *p, int n, double scale) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i] * p[i] * scale;
  return sum;
}
typedef struct {
  double *tape, value;
} EnergyAugmented;
EnergyAugmented energy_augmented(const double *p, double *dp, int n, int unused, double scale) {
  double *tape = malloc((size_t)n * sizeof *tape);
  memcpy(tape, p, (size_t)n * sizeof *tape);
  return (EnergyAugmented){tape, energy(p, n, scale)};
}
double energy_reverse(const double *p, double *dp, int n, int unused, double scale, double seed,
                      double *tape) {
  double dscale = 0;
  for (int i = 0; i < n; i++) {
    if (dp)
      dp[i] += 2 * tape[i] * scale * seed;
    dscale += tape[i] * tape[i] * seed;
  }
  free(tape);
  return dscale;
}
typedef struct {
  double value, tangent;
} EnergyForward;
EnergyForward energy_forward(const double *p, const double *dp, int n, int unused, double scale,
                             double dscale) {
  EnergyForward both = {energy(p, n, scale), 0};
  for (int i = 0; i < n; i++)
    both.tangent += 2 * p[i] * (dp ? dp[i] : 0) * scale + p[i] * p[i] * dscale;
  return both;
}
void *__adcc_register_gradient_energy[] = {(void *)energy, (void *)energy_augmented,
                                           (void *)energy_reverse};
void *__adcc_register_derivative_energy[] = {(void *)energy, (void *)energy_forward};

static const double fixed[3] = {0.5, 1, 2};
PRIMAL(energies) {
  double y[4] = {in[0] * in[1], in[1], 2, in[2]};
  for (int k = 0; k < 3; k++) {
    out[0] += energy(y, 4, in[k]) * energy(in, (int)n, 2) + energy(fixed, 3, in[0]);
    y[k] = out[0] * 0.1;
  }
}
ORACLE_WIDTH(energies, 3, 1, 0.2, 0.9)
PRIMAL(energies_by_stride) { energies(in, n, out, m); }
ORACLE_STRIDE(energies_by_stride, 3, 1, 0.2, 0.9)

int main(void) {
  energies_oracle();
  energies_by_stride_oracle();
  return oracle_exit();
}
