/* scanf ends the derivative of what it reads: formats with positions are not followed. */
// error: sscanf': its format is no literal, or has positions
#include <stdio.h>
extern void __adcc_autodiff(void *, ...);
extern int adcc_const;
static void rescale(double *x, const char *text) {
  double factor = x[0], shift = x[0];
  sscanf(text, "%2$lf %1$lf", &factor, &shift);
  x[0] = factor * x[0] + shift;
}
int main(int count, char **arguments) {
  double x = 2, dx = 1;
  __adcc_autodiff((void *)rescale, &x, &dx, adcc_const, arguments[count - 1]);
  return dx > 0;
}
