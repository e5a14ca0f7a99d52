/* scanf ends the derivative of what it reads: adcc must know where it stores. */
// error: sscanf': its format is no literal
#include <stdio.h>
extern void __adcc_autodiff(void *, ...);
extern int adcc_const;
static void rescale(double *x, const char *text, const char *format) {
  double factor = x[0];
  sscanf(text, format, &factor);
  x[0] = factor * x[0];
}
int main(int count, char **arguments) {
  double x = 2, dx = 1;
  __adcc_autodiff((void *)rescale, &x, &dx, adcc_const, arguments[0], adcc_const,
                  arguments[count - 1]);
  return dx > 0;
}
