/* As in address_lost.c, where the address is made in one function that stays apart, and what lies
 * there is copied in another. */
// error: address_lost_apart.c:16:[0-9]+: error: cannot tell where this address leads: it is made of an integer
// levels: O1 O2
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define APART __attribute__((noinline))
extern int adcc_dup;
extern double __adcc_autodiff(void *, ...);

APART static void keep(uintptr_t *to, double *from, long n) {
  for (long i = 0; i < n; i++)
    to[i] = 0 - (uintptr_t)&from[i];
}
APART static double *place(const uintptr_t *kept, long i) { return (double *)(0 - kept[i]); }
APART static void copy(double *to, const double *from, long n) { memcpy(to, from, 8 * n); }

static double sum(const double *in, long n) {
  double squares[4], all = 0, one[2] = {0};
  uintptr_t *kept = malloc(4 * sizeof *kept);
  for (int i = 0; i < 4; i++)
    squares[i] = in[i] * in[i];
  keep(kept, squares, 4);
  for (int i = 0; i < 4; i++) {
    copy(one, place(kept, i), n);
    all += one[0];
  }
  free(kept);
  return all;
}

void gradient(const double *x, double *dx) {
  __adcc_autodiff((void *)sum, adcc_dup, x, dx, (long)1);
}
