/* Markers that are defined and that no call reads stay, with their values, for other files. */
#include "oracle.h"
int enzyme_dup = 1, enzyme_const = 2, enzyme_out = 3, enzyme_width = 4, enzyme_noret = 5;
__asm__(".pushsection .data\n"
        ".globl place_of_width\n"
        "place_of_width: .quad enzyme_width\n"
        ".popsection\n");
extern int *place_of_width;
extern double __enzyme_autodiff_u(void *, ...);
static double f(double x, double k) { return x * x * k; }
int main(void) {
  CLOSE(__enzyme_autodiff_u((void *)f, 3.0, enzyme_const, 5.0), 30);
  CLOSE(*place_of_width, 4);
  return oracle_exit();
}
