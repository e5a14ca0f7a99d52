/* The van der Pol oscillator by Heun's method with step control: the number of steps is known only
 * at run time, and the derivative runs through the step sizes too. `size` divides the tolerance. */
#include "../workload.h"

#include <math.h>
#include <stdlib.h>

static const real end_time = 10;

static void kernel(int accuracy, real *RESTRICT end, const real *RESTRICT start,
                   const real *RESTRICT stiffness) {
  real tolerance = (real)1e-3 / accuracy, mu = stiffness[0];
  real x = start[0], v = start[1], t = 0, h = (real)1e-3;
  while (t < end_time) {
    if (t + h > end_time)
      h = end_time - t;
    real kx1 = v, kv1 = mu * (1 - x * x) * v - x;
    real x2 = x + h * kx1, v2 = v + h * kv1;
    real kx2 = v2, kv2 = mu * (1 - x2 * x2) * v2 - x2;
    real ex = kx2 - kx1, ev = kv2 - kv1;
    real error = h / 2 * sqrt(ex * ex + ev * ev) + (real)1e-12;
    real factor = (real)0.9 * sqrt(tolerance / error);
    if (error <= tolerance) {
      x += h / 2 * (kx1 + kx2);
      v += h / 2 * (kv1 + kv2);
      t += h;
    }
    h *= factor > 2 ? 2 : factor < (real)0.3 ? (real)0.3 : factor;
  }
  end[0] = x;
  end[1] = v;
}

typedef struct {
  real x, v, t, h;
} Step;

/* Keeps position, time and step size of each attempt, and recomputes the rest. */
BENCH_UNUSED static void gradient(int accuracy, real *end, real *dend, const real *start,
                                  real *dstart, const real *stiffness, real *dstiffness) {
  real tolerance = (real)1e-3 / accuracy, mu = stiffness[0];
  real x = start[0], v = start[1], t = 0, h = (real)1e-3;
  size_t count = 0, capacity = 1024;
  Step *history = malloc(capacity * sizeof *history);
  while (t < end_time) {
    if (count == capacity)
      history = realloc(history, (capacity *= 2) * sizeof *history);
    if (!history)
      abort();
    history[count++] = (Step){x, v, t, h};
    if (t + h > end_time)
      h = end_time - t;
    real kv1 = mu * (1 - x * x) * v - x;
    real x2 = x + h * v, v2 = v + h * kv1;
    real kv2 = mu * (1 - x2 * x2) * v2 - x2;
    real ex = v2 - v, ev = kv2 - kv1;
    real error = h / 2 * sqrt(ex * ex + ev * ev) + (real)1e-12;
    real factor = (real)0.9 * sqrt(tolerance / error);
    if (error <= tolerance) {
      x += h / 2 * (v + v2);
      v += h / 2 * (kv1 + kv2);
      t += h;
    }
    h *= factor > 2 ? 2 : factor < (real)0.3 ? (real)0.3 : factor;
  }
  end[0] = x;
  end[1] = v;

  real dx = dend[0], dv = dend[1], dt = 0, dh = 0, dmu = 0;
  while (count-- > 0) {
    x = history[count].x, v = history[count].v, t = history[count].t, h = history[count].h;
    int clamped = t + h > end_time;
    if (clamped)
      h = end_time - t;
    real kv1 = mu * (1 - x * x) * v - x;
    real x2 = x + h * v, v2 = v + h * kv1;
    real kv2 = mu * (1 - x2 * x2) * v2 - x2;
    real ex = v2 - v, ev = kv2 - kv1, length = sqrt(ex * ex + ev * ev);
    real error = h / 2 * length + (real)1e-12;
    real factor = (real)0.9 * sqrt(tolerance / error);
    real dfactor = 0, derror = 0, dlength = 0;
    if (factor > 2)
      dh *= 2;
    else if (factor < (real)0.3)
      dh *= (real)0.3;
    else {
      dfactor = dh * h;
      dh *= factor;
      derror = -dfactor * factor / (2 * error);
    }
    dlength = derror * h / 2;
    dh += derror * length / 2;
    real dkv1 = 0, dkv2 = 0, dv2 = 0, dx2 = 0;
    if (error <= tolerance) {
      dkv1 += h / 2 * dv;
      dkv2 += h / 2 * dv;
      dv2 += h / 2 * dx;
      dh += (v + v2) / 2 * dx + (kv1 + kv2) / 2 * dv + dt;
      dv += h / 2 * dx;
    }
    if (length > 0) {
      real dex = dlength * ex / length, dev = dlength * ev / length;
      dv2 += dex;
      dv -= dex;
      dkv2 += dev;
      dkv1 -= dev;
    }
    dmu += dkv2 * (1 - x2 * x2) * v2;
    dx2 += dkv2 * (-2 * mu * x2 * v2 - 1);
    dv2 += dkv2 * mu * (1 - x2 * x2);
    dx += dx2;
    dv += h * dx2 + dv2;
    dh += v * dx2 + kv1 * dv2;
    dkv1 += h * dv2;
    dmu += dkv1 * (1 - x * x) * v;
    dx += dkv1 * (-2 * mu * x * v - 1);
    dv += dkv1 * mu * (1 - x * x);
    if (clamped) {
      dt -= dh;
      dh = 0;
    }
  }
  dstart[0] += dx;
  dstart[1] += dv;
  dstiffness[0] += dmu;
  free(history);
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 2, 0.5, 1.5);
  buffer_set(data, 1, INPUT, 2, 1, 2);
  buffer_set(data, 2, INPUT, 1, 1, 2);
  data->operations = 30.0 * 1000 * __builtin_sqrt(data->size);
}

DEFINE_WORKLOAD(1, 3, 2, 10, 100000)
