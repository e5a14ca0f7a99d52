// The halves of a derivative: a copy of what is overwritten serves reads through pointers that the
// tape keeps, of a block whose own address nobody else needs in the second half.
#include "modes.h"
static int rounds = 5;
PRIMAL(shifted) {
  double *a = calloc(150, sizeof *a), *b = a + 50, *c = b + 50;
  for (int i = 0; i < 150; i++)
    a[i] = in[i % n] * in[(i + 1) % n];
  for (int i = 0; i < rounds; i++)
    b = i < 2 ? b : in;
  for (int i = 0; i < 40; i++)
    out[i % m] += a[i] + b[i] * c[i];
  free(a);
}
ORACLE_SPLIT(shifted, 40, 3, 0.2, 0.9)
int main(void) {
  shifted_oracle();
  return oracle_exit();
}
