/* Structures that are returned in memory, with dupnoneed, of functions that read what they overwrite: in
 * forward, reverse, two halves and several lanes. */
#include "oracle.h"
extern int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_out, enzyme_width,
    enzyme_primal_return, enzyme_noret;
typedef struct {
  double mean, spread, last;
  int count;
} Stats;
typedef struct {
  Stats value, tangent;
} Both;
typedef struct {
  Stats lane[2];
} Lanes;
typedef struct {
  double x[4];
} Four;
typedef struct {
  double k;
  Four y;
} Adjoints;
extern Stats __enzyme_fwddiff_s(void *, ...);
extern Both __enzyme_fwddiff_b(void *, ...);
extern Lanes __enzyme_fwddiff_l(void *, ...);
extern double __enzyme_autodiff(void *, ...);
extern Adjoints __enzyme_autodiff_a(void *, ...);
/* The state is read, changed and read. */
static Stats advance(double *state, const double *x, int n, double k) {
  Stats s = {0, 0, 0, n};
  for (int i = 0; i < n; i++) {
    state[0] = state[0] * k + x[i];
    state[1] += state[0] * state[0];
    s.mean += state[0];
  }
  s.spread = state[1] * s.mean;
  s.last = state[0];
  return s;
}
static double norm(double *work, const double *x, int n, double k, Four y) {
  Stats s = advance(work, x, n, k);
  return s.mean * y.x[0] + s.spread * y.x[1] + s.last * y.x[3] + s.count * y.x[2];
}
static double scalar(const double *z) { /* state, x, k, y: 2, 3, 1, 4 */
  double work[2] = {z[0], z[1]};
  Four y = {{z[6], z[7], z[8], z[9]}};
  return norm(work, z + 2, 3, z[5], y);
}
int main(void) {
  double z[10] = {0.3, 0.7, 1.1, -0.4, 0.8, 0.9, 1, 2, 3, 4}, slope[10];
  for (int i = 0; i < 10; i++) {
    double h = 1e-5, keep = z[i], up, down;
    z[i] = keep + h;
    up = scalar(z);
    z[i] = keep - h;
    down = scalar(z);
    z[i] = keep;
    slope[i] = (up - down) / (2 * h);
  }
  double work[2] = {z[0], z[1]}, dwork[2] = {0, 0}, dx[3] = {0};
  Four y = {{1, 2, 3, 4}};
  Adjoints a = __enzyme_autodiff_a((void *)norm, enzyme_dupnoneed, work, dwork, enzyme_dup, z + 2,
                                   dx, enzyme_const, 3, enzyme_out, z[5], enzyme_out, y);
  CLOSE_TO(dwork[0], slope[0], 1e-7);
  CLOSE_TO(dwork[1], slope[1], 1e-7);
  for (int i = 0; i < 3; i++)
    CLOSE_TO(dx[i], slope[2 + i], 1e-7);
  CLOSE_TO(a.k, slope[5], 1e-7);
  for (int i = 0; i < 4; i++)
    CLOSE_TO(a.y.x[i], slope[6 + i], 1e-7);
  /* Forward: the structure's tangent through sret; the whole against the sum of the seeds. */
  double twork[2] = {1, 0}, tx[3] = {0, 0, 0};
  work[0] = z[0], work[1] = z[1];
  Stats t = __enzyme_fwddiff_s((void *)advance, enzyme_dupnoneed, work, twork, enzyme_dup, z + 2,
                               tx, enzyme_const, 3, enzyme_dup, z[5], 0.0);
  CLOSE_TO(t.mean * 1 + t.spread * 2 + t.last * 4, slope[0], 1e-7);
  twork[0] = twork[1] = 0;
  work[0] = z[0], work[1] = z[1];
  Both both =
      __enzyme_fwddiff_b((void *)advance, enzyme_primal_return, enzyme_dupnoneed, work, twork,
                         enzyme_dup, z + 2, tx, enzyme_const, 3, enzyme_dup, z[5], 1.0);
  CLOSE_TO(both.tangent.mean + both.tangent.spread * 2 + both.tangent.last * 4, slope[5], 1e-7);
  EXPECT(both.value.count == 3);
  CLOSE(both.value.mean + both.value.spread * 2 + both.value.last * 4 + 9, scalar(z));
  double one[2] = {1, 0}, two[2] = {0, 1}, zero[3] = {0}, third[3] = {0, 0, 1};
  work[0] = z[0], work[1] = z[1];
  Lanes lanes =
      __enzyme_fwddiff_l((void *)advance, enzyme_width, 2, enzyme_dupnoneed, work, one, two,
                         enzyme_dup, z + 2, zero, third, enzyme_const, 3, enzyme_const, z[5]);
  CLOSE_TO(lanes.lane[0].mean + lanes.lane[0].spread * 2 + lanes.lane[0].last * 4, slope[0], 1e-7);
  CLOSE_TO(lanes.lane[1].mean + lanes.lane[1].spread * 2 + lanes.lane[1].last * 4,
           slope[1] + slope[4], 1e-7);
  return oracle_exit();
}
