/* Primals with external linkage stay callable and unchanged, beside their derivatives. */
#include "oracle.h"
extern double __adcc_autodiff_e(double (*)(double), double);
double library_entry(double x) { return x * x * x; }
__attribute__((weak)) double weak_entry(double x) { return x * 2; }
static double (*volatile pointer)(double) = library_entry;
int main(void) {
  CLOSE(__adcc_autodiff_e(library_entry, 2), 12);
  CLOSE(pointer(2), 8);
  CLOSE(__adcc_autodiff_e(weak_entry, 2), 2);
  return oracle_exit();
}
