/* A lattice Boltzmann fluid, nine directions on a periodic plane: collide, then stream to the other
 * of two arrays, which change roles every step */
#include "nest.h"

enum { STEPS = 20, DIRECTIONS = 9 };

static const int step_x[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int step_y[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const real share[DIRECTIONS] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                       1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
static const real omega = 1.2;

static inline int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

static void collide_and_stream(int n, real *RESTRICT to, const real *RESTRICT from) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      real density = 0, mx = 0, my = 0;
      for (int q = 0; q < DIRECTIONS; q++) {
        real f = from[(q * n + y) * n + x];
        density += f;
        mx += step_x[q] * f;
        my += step_y[q] * f;
      }
      real ux = mx / density, uy = my / density, square = ux * ux + uy * uy;
      for (int q = 0; q < DIRECTIONS; q++) {
        real along = step_x[q] * ux + step_y[q] * uy;
        real equilibrium =
            share[q] * density * (1 + 3 * along + (real)4.5 * along * along - (real)1.5 * square);
        int target = (q * n + wrap(y + step_y[q], n)) * n + wrap(x + step_x[q], n);
        to[target] = (1 - omega) * from[(q * n + y) * n + x] + omega * equilibrium;
      }
    }
}

static void kernel(int n, real *RESTRICT f, real *RESTRICT other) {
  real *from = f, *to = other;
  for (int t = 0; t < STEPS; t++) {
    collide_and_stream(n, to, from);
    real *held = from;
    from = to;
    to = held;
  }
}

/* From the adjoint after streaming to the adjoint before the collision; `flow` holds density and
 * velocity, which is all that the collision's derivative depends on. */
static void step_adjoint(int n, const real *restrict dto, real *restrict dfrom,
                         const real *restrict flow) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      int at = y * n + x;
      real density = flow[at], ux = flow[n * n + at], uy = flow[2 * n * n + at];
      real square = ux * ux + uy * uy, dafter[DIRECTIONS], ddensity = 0, dux = 0, duy = 0;
      for (int q = 0; q < DIRECTIONS; q++) {
        dafter[q] = dto[(q * n + wrap(y + step_y[q], n)) * n + wrap(x + step_x[q], n)];
        real along = step_x[q] * ux + step_y[q] * uy, d = omega * share[q] * dafter[q];
        ddensity += d * (1 + 3 * along + (real)4.5 * along * along - (real)1.5 * square);
        dux += d * density * (step_x[q] * (3 + 9 * along) - 3 * ux);
        duy += d * density * (step_y[q] * (3 + 9 * along) - 3 * uy);
      }
      real dmx = dux / density, dmy = duy / density;
      ddensity -= dmx * ux + dmy * uy;
      for (int q = 0; q < DIRECTIONS; q++)
        dfrom[(q * n + y) * n + x] =
            (1 - omega) * dafter[q] + ddensity + step_x[q] * dmx + step_y[q] * dmy;
    }
}

BENCH_UNUSED static void gradient(int n, real *f, real *df, real *other, real *dother) {
  size_t plane = (size_t)n * n;
  real *history = malloc(STEPS * 3 * plane * sizeof *history);
  if (!history)
    abort();
  real *from = f, *to = other;
  for (int t = 0; t < STEPS; t++) {
    real *flow = history + t * 3 * plane;
    for (size_t at = 0; at < plane; at++) {
      real density = 0, mx = 0, my = 0;
      for (int q = 0; q < DIRECTIONS; q++) {
        real value = from[q * plane + at];
        density += value;
        mx += step_x[q] * value;
        my += step_y[q] * value;
      }
      flow[at] = density;
      flow[plane + at] = mx / density;
      flow[2 * plane + at] = my / density;
    }
    collide_and_stream(n, to, from);
    real *held = from;
    from = to;
    to = held;
  }
  /* STEPS is even: the result is in f */
  for (int t = STEPS; t > 0; t -= 2) {
    step_adjoint(n, df, dother, history + (t - 1) * 3 * plane);
    step_adjoint(n, dother, df, history + (t - 2) * 3 * plane);
  }
  free(history);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, DIRECTIONS * n * n, 0.5, 1);
  buffer_set(data, 1, SCRATCH, DIRECTIONS * n * n, 0, 0);
  data->operations = 120.0 * STEPS * n * n;
}

DEFINE_WORKLOAD(1, 2, 6, 32, 300)
