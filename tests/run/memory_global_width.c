/* Several lanes (width) through globals: every lane has a shadow of its own of each, of those that
 * point to others, too. */
#include <math.h>
extern int enzyme_dup, enzyme_const, enzyme_width, enzyme_dupnoneed;
typedef struct {
  double lane[3];
} Lanes;
extern Lanes __enzyme_fwddiff_lanes(void *, ...);
extern void __enzyme_autodiff_lanes(void *, ...);
enum { SIZE = 4, STEPS = 3 };
static double field[SIZE], next[SIZE], total;
static _Thread_local double peak;
static struct {
  double *now, *then;
} buffers = {field, next};

__attribute__((noinline)) static void advance(double rate) {
  for (int i = 0; i < SIZE; i++) {
    double left = buffers.now[(i + SIZE - 1) % SIZE];
    buffers.then[i] = buffers.now[i] + rate * left * buffers.now[i];
  }
  double *now = buffers.now;
  buffers.now = buffers.then;
  buffers.then = now;
}

static void simulate(const double *x, double *out) {
  buffers.now = field;
  buffers.then = next;
  total = peak = 0;
  for (int i = 0; i < SIZE; i++)
    field[i] = x[i % 3] * (i + 1);
  for (int step = 0; step < STEPS; step++) {
    advance(0.1 * x[2]);
    total += buffers.now[step];
    if (buffers.now[1] > peak)
      peak = buffers.now[1];
  }
  out[0] = total * x[0];
  out[1] = peak;
}

static double result(const double *x) {
  double out[2];
  simulate(x, out);
  return out[0] + 2 * out[1];
}

int main(void) {
  double x[3] = {0.5, 0.7, 1.1}, unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, expected[2][3];
  for (int i = 0; i < 3; i++) {
    double step = 1e-5, up[3] = {x[0], x[1], x[2]}, down[3] = {x[0], x[1], x[2]}, a[2], b[2];
    up[i] += step;
    down[i] -= step;
    simulate(up, a);
    simulate(down, b);
    for (int k = 0; k < 2; k++)
      expected[k][i] = (a[k] - b[k]) / (2 * step);
  }
  Lanes tangents = __enzyme_fwddiff_lanes((void *)result, enzyme_width, 3, enzyme_dup, x, unit[0],
                                          unit[1], unit[2]);
  double out[2], seeds[2][2] = {{1, 0}, {0, 1}}, adjoints[2][3] = {{0}};
  __enzyme_autodiff_lanes((void *)simulate, enzyme_width, 2, enzyme_dup, x, adjoints[0],
                          adjoints[1], enzyme_dup, out, seeds[0], seeds[1]);
  for (int i = 0; i < 3; i++) {
    if (fabs(tangents.lane[i] - expected[0][i] - 2 * expected[1][i]) > 1e-7)
      return 1;
    for (int k = 0; k < 2; k++)
      if (fabs(adjoints[k][i] - expected[k][i]) > 1e-7)
        return 2;
  }
  return 0;
}
