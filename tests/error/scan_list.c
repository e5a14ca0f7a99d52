/* A list of arguments hides where numbers are stored. */
// error: 'vsscanf'|'__isoc99_vsscanf'
#include <stdarg.h>
#include <stdio.h>
extern void __adcc_autodiff(void *, ...);
extern int adcc_const;
static int parse(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsscanf(text, format, list);
  va_end(list);
  return count;
}
static void rescale(double *x, const char *text) {
  double factor = x[0];
  parse(text, "%lf", &factor);
  x[0] = factor * x[0];
}
int main(int count, char **arguments) {
  double x = 2, dx = 1;
  __adcc_autodiff((void *)rescale, &x, &dx, adcc_const, arguments[count - 1]);
  return dx > 0;
}
