/* A function that looks up an entry of a table, which is for a feature that this program does not
 * use: no function of its type is there at all. */
#include "oracle.h"

typedef int Rate(double t, const double *y, double *rate, const double *parameters);
typedef struct Stepper Stepper;
struct Stepper {
  double (*step)(const Stepper *, double y);
  Rate *(*get_rate)(const Stepper *); /* or NULL */
  Rate *rate;
  const double *parameters;
};

static Rate *own_rate(const Stepper *stepper) { return stepper->rate; }

static double relax(const Stepper *stepper, double y) {
  return y + 0.1 * stepper->parameters[0] * (stepper->parameters[1] - y * y);
}

static double advance(const Stepper *stepper, double y) {
  if (stepper->get_rate) {
    Rate *rate = stepper->get_rate(stepper);
    double change;
    if (rate(0.5, &y, &change, stepper->parameters))
      return y;
    y += 0.1 * change;
  }
  return stepper->step(stepper, y);
}

static Stepper *make_stepper(const double *parameters, int with_rate) {
  Stepper *stepper = (Stepper *)calloc(1, sizeof *stepper);
  stepper->step = relax;
  stepper->get_rate = with_rate ? own_rate : NULL;
  stepper->parameters = parameters;
  return stepper;
}

PRIMAL(looked_up) {
  Stepper *stepper = make_stepper(in + 1, in[0] > 1e6);
  double y = in[0];
  for (int i = 0; i < 5; i++)
    y = advance(stepper, y);
  out[0] += y * in[2];
  free(stepper);
}
ORACLE_MAIN(looked_up, 3, 1, 0.4, 1.2)
