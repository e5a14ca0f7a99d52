/* Root finding with derivatives of derivatives.
 *
 * Each equation f(x) = level is solved by five iterations of growing order, which need f', f'' and
 * f''' at every step. None of these is written here: f_first is the forward-mode derivative of f,
 * f_second that of f_first, and f_third the reverse-mode derivative of f_second, so adcc
 * differentiates its own output, in both modes, three deep. With h = (f - level) and all functions
 * taken at x, the iterations are
 *
 *   Newton            x - h / f'                                                        order 2
 *   Halley            x - 2 h f' / (2 f'^2 - h f'')                                     order 3
 *   Golbabai-Javidi   x - h / f' - h^2 f'' / (2 (f'^3 - h f' f''))                      order 3
 *   Noor              y by Newton, then Halley from y                                   order 6
 *   Zhanlav           x - t h / f', t = 1 + a/2 + a^2/2 - b/6,                          order 4
 *                     a = h f'' / f'^2, b = h^2 f''' / f'^3
 *
 * First the program checks the derivatives at x = 2 against known values; then it solves, printing
 * the number of steps. The exit code is 0 when every check holds. */
#include <adcc/adcc.h>
#include <math.h>
#include <stdio.h>

static double power(double x) { return 5 * pow(x, 10); }
static double wave(double x) { return 3 * pow(x, 3) * (cos(x) - 10 * x); }
static double tower(double x) { return exp(5 * x / 2 * pow(sin(x), exp(x))); }

#define DERIVATIVES(f)                                                                             \
  static double f##_first(double x) { return __adcc_fwddiff_d((void *)f, adcc_dup, x, 1.0); }      \
  static double f##_second(double x) {                                                             \
    return __adcc_fwddiff_d((void *)f##_first, adcc_dup, x, 1.0);                                  \
  }                                                                                                \
  static double f##_third(double x) { return __adcc_autodiff_d((void *)f##_second, adcc_out, x); }

DERIVATIVES(power)
DERIVATIVES(wave)
DERIVATIVES(tower)

typedef struct {
  const char *text;
  double (*value)(double), (*first)(double), (*second)(double), (*third)(double);
  double slope_at_two; /* known */
  double start;        /* where to look for the root of f(x) = f(2) */
} Function;

static const Function functions[] = {
    {"5 x^10", power, power_first, power_second, power_third, 25600, 2.3},
    {"3 x^3 (cos x - 10 x)", wave, wave_first, wave_second, wave_third, -996.8044243595134, 2.3},
    {"exp(5x/2 sin(x)^exp(x))", tower, tower_first, tower_second, tower_third, -105.63101149036947,
     2.05},
};

/* ---- the iterations ---- */

static double newton(const Function *f, double level, double x) {
  return x - (f->value(x) - level) / f->first(x);
}

static double halley(const Function *f, double level, double x) {
  double h = f->value(x) - level, d1 = f->first(x), d2 = f->second(x);
  return x - 2 * h * d1 / (2 * d1 * d1 - h * d2);
}

static double golbabai_javidi(const Function *f, double level, double x) {
  double h = f->value(x) - level, d1 = f->first(x), d2 = f->second(x);
  return x - h / d1 - h * h * d2 / (2 * (d1 * d1 * d1 - h * d1 * d2));
}

static double noor(const Function *f, double level, double x) {
  return halley(f, level, newton(f, level, x));
}

static double zhanlav(const Function *f, double level, double x) {
  double h = f->value(x) - level, d1 = f->first(x), d2 = f->second(x), d3 = f->third(x);
  double a = h * d2 / (d1 * d1), b = h * h * d3 / (d1 * d1 * d1);
  return x - (1 + a / 2 + a * a / 2 - b / 6) * h / d1;
}

static const struct {
  const char *name;
  double (*step)(const Function *, double, double);
} methods[] = {{"Newton", newton},
               {"Halley", halley},
               {"Golbabai-Javidi", golbabai_javidi},
               {"Noor", noor},
               {"Zhanlav", zhanlav}};

/* ---- checks ---- */

static int close_to(const char *what, double actual, double expected, double tolerance) {
  int good = fabs(actual - expected) <= tolerance * fabs(expected);
  printf("  %-34s %.16g%s\n", what, actual, good ? "" : "   WRONG");
  if (!good)
    printf("  %-34s %.16g\n", "  expected", expected);
  return good;
}

/* A derivative against central differences of the one below it. */
static int follows(const char *what, double (*lower)(double), double (*upper)(double), double x) {
  double step = 1e-5;
  double difference = (lower(x + step) - lower(x - step)) / (2 * step);
  return close_to(what, upper(x), difference, 1e-6);
}

static int check_derivatives(const Function *f) {
  printf("f(x) = %s at x = 2\n", f->text);
  return close_to("f'", f->first(2), f->slope_at_two, 1e-13) &
         follows("f''", f->first, f->second, 2) & follows("f'''", f->second, f->third, 2);
}

static int solve_by_all(const Function *f) {
  int good = 1;
  double level = f->value(2);
  printf("  f(x) = %.10g from x = %g:\n", level, f->start);
  for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
    double x = f->start, change = 1;
    int steps = 0;
    while (steps < 50 && change > 1e-13) {
      double next = methods[m].step(f, level, x);
      change = fabs(next - x);
      x = next;
      steps++;
    }
    int found = fabs(x - 2) < 1e-9;
    printf("    %-20s %2d steps, x = %.14f%s\n", methods[m].name, steps, x,
           found ? "" : "   WRONG");
    good &= found;
  }
  return good;
}

int main(void) {
  int good = 1;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    good &= check_derivatives(&functions[i]) & solve_by_all(&functions[i]);
  printf(good ? "all derivatives and roots are right\n" : "something is WRONG\n");
  return !good;
}
