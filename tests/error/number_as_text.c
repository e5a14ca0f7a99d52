/* Numbers that are written as text and read again from there have no derivative; see dump/warning_number_as_text.cpp for
 * texts that only may be the same. */
// error: number_as_text.c:[0-9]+:[0-9]+: error: a number that carries a derivative is written as text by 'snprintf' and read again by 'strtod'
// error: number_as_text.c:[0-9]+:[0-9]+: error: a number that carries a derivative is written as text by 'sprintf' and read again by '(__isoc99_|__isoc23_)?sscanf'
// error: number_as_text.c:[0-9]+:[0-9]+: error: a number that carries a derivative is written as text by 'asprintf' and read again by '(atof|strtod)'
// error: help: keep the number itself
// flags: -g
// levels: O0 raw O2
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
double __adcc_autodiff(void *, ...);

static double through_text(double x) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", x * x);
  return strtod(text, NULL) * x;
}

static __attribute__((noinline)) void put(char *text, double x) {
  sprintf(text, "%.17g", x);
}
static __attribute__((noinline)) double get(const char *text) {
  double x = 0;
  sscanf(text, "%lf", &x);
  return x;
}
static double through_functions(double x) {
  char *text = malloc(40);
  put(text, x * x);
  double y = get(text) * x;
  free(text);
  return y;
}

static double through_allocated(double x) {
  char *text;
  if (asprintf(&text, "%.17g", x * x) < 0)
    return 0;
  double y = atof(text) * x;
  free(text);
  return y;
}

double gradients(double x) {
  return __adcc_autodiff((void *)through_allocated, x) + __adcc_autodiff((void *)through_text, x) + __adcc_autodiff((void *)through_functions, x);
}
