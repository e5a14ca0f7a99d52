/* n bodies under gravity, softened, by the leapfrog method */
#include "nest.h"

enum { STEPS = 20 };
static const real time_step = 1e-3, softening = 0.01;

static void accelerate(int n, const real *RESTRICT x, const real *RESTRICT mass, real *RESTRICT v) {
  for (int i = 0; i < n; i++) {
    real ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      real dx = x[3 * j] - x[3 * i], dy = x[3 * j + 1] - x[3 * i + 1],
           dz = x[3 * j + 2] - x[3 * i + 2];
      real square = dx * dx + dy * dy + dz * dz + softening;
      real pull = mass[j] / (square * sqrt(square));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    v[3 * i] += time_step * ax;
    v[3 * i + 1] += time_step * ay;
    v[3 * i + 2] += time_step * az;
  }
}

static void kernel(int n, real *RESTRICT x, real *RESTRICT v, const real *RESTRICT mass) {
  for (int t = 0; t < STEPS; t++) {
    accelerate(n, x, mass, v);
    for (int i = 0; i < 3 * n; i++)
      x[i] += time_step * v[i];
  }
}

/* The force of j on i is read back from the positions; pairs are visited as in the primal. */
static void accelerate_adjoint(int n, const real *restrict x, real *restrict dx_,
                               const real *restrict mass, real *restrict dmass,
                               const real *restrict dv) {
  for (int i = 0; i < n; i++) {
    real gx = time_step * dv[3 * i], gy = time_step * dv[3 * i + 1], gz = time_step * dv[3 * i + 2];
    real sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
      real dx = x[3 * j] - x[3 * i], dy = x[3 * j + 1] - x[3 * i + 1],
           dz = x[3 * j + 2] - x[3 * i + 2];
      real inverse = 1 / (dx * dx + dy * dy + dz * dz + softening);
      real cube = inverse * sqrt(inverse), along = gx * dx + gy * dy + gz * dz;
      real pull = mass[j] * cube, turn = -3 * pull * along * inverse;
      dmass[j] += cube * along;
      real rx = pull * gx + turn * dx, ry = pull * gy + turn * dy, rz = pull * gz + turn * dz;
      dx_[3 * j] += rx;
      dx_[3 * j + 1] += ry;
      dx_[3 * j + 2] += rz;
      sx += rx;
      sy += ry;
      sz += rz;
    }
    dx_[3 * i] -= sx;
    dx_[3 * i + 1] -= sy;
    dx_[3 * i + 2] -= sz;
  }
}

BENCH_UNUSED static void gradient(int n, real *x, real *dx, real *v, real *dv, const real *mass,
                                  real *dmass) {
  size_t row = 3 * (size_t)n;
  real *history = malloc(STEPS * row * sizeof *history);
  if (!history)
    abort();
  for (int t = 0; t < STEPS; t++) {
    memcpy(history + t * row, x, row * sizeof *x);
    accelerate(n, x, mass, v);
    for (int i = 0; i < 3 * n; i++)
      x[i] += time_step * v[i];
  }
  for (int t = STEPS; t-- > 0;) {
    for (int i = 0; i < 3 * n; i++)
      dv[i] += time_step * dx[i];
    accelerate_adjoint(n, history + t * row, dx, mass, dmass, dv);
  }
  free(history);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, 3 * n, -1, 1);
  buffer_set(data, 1, INOUT, 3 * n, -1, 1);
  buffer_set(data, 2, INPUT, n, 0.5, 1.5);
  data->operations = 20.0 * STEPS * n * n;
}

DEFINE_WORKLOAD(1, 3, 6, 50, 500)
