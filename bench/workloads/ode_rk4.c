/* The Lorenz system by the classical Runge-Kutta method, a known number of steps */
#include "../workload.h"

#include <stdlib.h>

typedef struct {
  real x, y, z;
} Point;

static inline Point slope(const real *RESTRICT parameters, Point p) {
  return (Point){parameters[0] * (p.y - p.x), p.x * (parameters[1] - p.z) - p.y,
                 p.x * p.y - parameters[2] * p.z};
}

static inline Point moved(Point p, real step, Point direction) {
  return (Point){p.x + step * direction.x, p.y + step * direction.y, p.z + step * direction.z};
}

static inline Point rk4_step(const real *RESTRICT parameters, Point p, real h) {
  Point k1 = slope(parameters, p);
  Point k2 = slope(parameters, moved(p, h / 2, k1));
  Point k3 = slope(parameters, moved(p, h / 2, k2));
  Point k4 = slope(parameters, moved(p, h, k3));
  return moved(moved(moved(moved(p, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
}

static void kernel(int steps, real *RESTRICT end, const real *RESTRICT start,
                   const real *RESTRICT parameters) {
  Point p = {start[0], start[1], start[2]};
  for (int i = 0; i < steps; i++)
    p = rk4_step(parameters, p, (real)1 / steps);
  end[0] = p.x;
  end[1] = p.y;
  end[2] = p.z;
}

/* Adds to dp and dparameters what the adjoint dk of slope(p) asks for. */
static inline void slope_adjoint(const real *parameters, real *dparameters, Point p, Point *dp,
                                 Point dk) {
  dp->x += -parameters[0] * dk.x + (parameters[1] - p.z) * dk.y + p.y * dk.z;
  dp->y += parameters[0] * dk.x - dk.y + p.x * dk.z;
  dp->z += -p.x * dk.y - parameters[2] * dk.z;
  dparameters[0] += (p.y - p.x) * dk.x;
  dparameters[1] += p.x * dk.y;
  dparameters[2] -= p.z * dk.z;
}

static inline Point scaled(real factor, Point p) {
  return (Point){factor * p.x, factor * p.y, factor * p.z};
}

/* Keeps the state of every step and recomputes the stages. */
BENCH_UNUSED static void gradient(int steps, real *end, real *dend, const real *start, real *dstart,
                                  const real *parameters, real *dparameters) {
  Point *history = malloc((size_t)steps * sizeof *history);
  if (!history)
    abort();
  Point p = {start[0], start[1], start[2]};
  real h = (real)1 / steps;
  for (int i = 0; i < steps; i++) {
    history[i] = p;
    p = rk4_step(parameters, p, h);
  }
  end[0] = p.x;
  end[1] = p.y;
  end[2] = p.z;
  Point d = {dend[0], dend[1], dend[2]};
  real total[3] = {0, 0, 0};
  for (int i = steps; i-- > 0;) {
    p = history[i];
    Point k1 = slope(parameters, p), p2 = moved(p, h / 2, k1);
    Point k2 = slope(parameters, p2), p3 = moved(p, h / 2, k2);
    Point k3 = slope(parameters, p3), p4 = moved(p, h, k3);
    Point d4 = {0}, d3 = {0}, d2 = {0}, d1 = d;
    slope_adjoint(parameters, total, p4, &d4, scaled(h / 6, d));
    slope_adjoint(parameters, total, p3, &d3, moved(scaled(h / 3, d), h, d4));
    slope_adjoint(parameters, total, p2, &d2, moved(scaled(h / 3, d), h / 2, d3));
    slope_adjoint(parameters, total, p, &d1, moved(scaled(h / 6, d), h / 2, d2));
    d = moved(moved(moved(d1, 1, d2), 1, d3), 1, d4);
  }
  dstart[0] += d.x;
  dstart[1] += d.y;
  dstart[2] += d.z;
  for (int i = 0; i < 3; i++)
    dparameters[i] += total[i];
  free(history);
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 3, 0.5, 1.5);
  buffer_set(data, 1, INPUT, 3, 1, 2);
  buffer_set(data, 2, INPUT, 3, 1, 4);
  data->operations = 70.0 * data->size;
}

DEFINE_WORKLOAD(1, 3, 50, 1000, 1000000)
