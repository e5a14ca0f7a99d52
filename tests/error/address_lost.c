/* Addresses that are kept with their sign changed, in a loop: where one is used again, nothing is
 * known to have gone in. */
// error: cannot tell where this address leads: it is made of an integer, and no address is known to have gone into it
// levels: O1 O2
#include <stdint.h>
#include <stdlib.h>
extern int adcc_dup;
extern double __adcc_autodiff(void *, ...);

__attribute__((noinline)) static void keep(uintptr_t *to, double *from, long n) {
  for (long i = 0; i < n; i++)
    to[i] = 0 - (uintptr_t)&from[i];
}

static double sum(const double *in) {
  double squares[4], all = 0;
  uintptr_t *kept = malloc(4 * sizeof *kept);
  for (int i = 0; i < 4; i++)
    squares[i] = in[i] * in[i];
  keep(kept, squares, 4);
  for (int i = 0; i < 4; i++)
    all += *(double *)(0 - kept[i]);
  free(kept);
  return all;
}

void gradient(const double *x, double *dx) { __adcc_autodiff((void *)sum, adcc_dup, x, dx); }
