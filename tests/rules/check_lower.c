/* Compares the functions of lower_cases.c with their lowered copies on many inputs. */
#include "lower_cases.h"

#include <stdio.h>
#include <string.h>

typedef void Case(const double *in, double *out);
#define DECLARE(name) Case case_##name, lowered_##name;
#define DECLARE3(name) DECLARE(name) DECLARE(name##f) DECLARE(name##l)
PLAIN_CASES(DECLARE)
COMPLEX_FUNCTIONS(DECLARE3)

static const struct {
  const char *name;
  Case *plain, *lowered;
} cases[] = {
#define ENTRY(name) {#name, case_##name, lowered_##name},
#define ENTRY3(name) ENTRY(name) ENTRY(name##f) ENTRY(name##l)
    PLAIN_CASES(ENTRY) COMPLEX_FUNCTIONS(ENTRY3)};

static const double inputs[] = {0.75, -0.3, 2.5, -1.25, 0.015625, 3.75, -4.5, 1.5};
enum { INPUTS = sizeof inputs / sizeof *inputs };

/* Equal to rounding, or both NaN, or the same infinity. */
static int agree(double a, double b, double scale, double tolerance) {
  if (isnan(a) || isnan(b))
    return isnan(a) && isnan(b);
  if (isinf(a) || isinf(b))
    return a == b;
  return fabs(a - b) <= tolerance * scale;
}

int main(void) {
  int failures = 0, checks = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *name = cases[i].name;
    int is_float = name[strlen(name) - 1] == 'f' && strcmp(name, "modf") != 0;
    double tolerance = is_float ? 2e-6 : 1e-14;
    for (int j = 0; j < INPUTS * INPUTS; j++) {
      double in[4] = {inputs[j % INPUTS], inputs[j / INPUTS], inputs[(j + 3) % INPUTS],
                      inputs[(j / INPUTS + 5) % INPUTS]};
      double plain[4] = {0}, lowered[4] = {0};
      cases[i].plain(in, plain);
      cases[i].lowered(in, lowered);
      double scale = 1;
      for (int k = 0; k < 4; k++)
        if (isfinite(plain[k]))
          scale = fmax(scale, fabs(plain[k]));
      for (int k = 0; k < 4; k++) {
        checks++;
        if (agree(lowered[k], plain[k], scale, tolerance))
          continue;
        failures++;
        printf("FAIL %s(%g, %g, %g, %g)[%d]: %.17g, not %.17g\n", name, in[0], in[1], in[2], in[3],
               k, lowered[k], plain[k]);
      }
    }
  }
  printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}
