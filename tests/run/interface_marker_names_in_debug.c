// flags: -g
/* Names of markers in debug information are no markers that bitcode has lost. */
#include "oracle.h"
enum { enzyme_width };
struct settings {
  int enzyme_const;
};
extern double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
static double scaled(struct settings s, int enzyme_out) {
  int enzyme_noret = s.enzyme_const + enzyme_out + enzyme_width;
  return enzyme_noret * __enzyme_autodiff((void *)square, 3.0);
}
int main(void) {
  CLOSE(scaled((struct settings){1}, 1), 12);
  return oracle_exit();
}
