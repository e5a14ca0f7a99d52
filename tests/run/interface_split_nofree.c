/* A tape that is kept (nofree), of a primal that grows the caller's block with realloc and goes on with
 * its own: several reverse halves give what one does; with several tapes alive at once, out of order. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_out;
typedef struct {
  void *tape;
  double value;
} Half;
extern Half __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
static double grow(const double *x, int n, double k) {
  double *block = malloc(sizeof *block), sum = 0;
  int room = 1, count = 0;
  block[0] = 0;
  while (count < n) {
    if (count == room) {
      block = realloc(block, (room += 2) * sizeof *block);
    }
    block[count] = x[count] * k + (count ? block[count - 1] * block[count / 2] : 0);
    for (int i = 0; i < count; i += 2)
      block[i] *= 0.9;
    count++;
  }
  for (int i = 0; i < n; i++)
    sum += block[i] * block[n - 1 - i];
  free(block);
  return sum;
}
int main(void) {
  double x[7], slope[4][8];
  Half half[4];
  for (int s = 0; s < 4; s++) {
    double k = 0.5 + s * 0.1, zero[7] = {0};
    for (int i = 0; i < 7; i++)
      x[i] = 0.3 + 0.1 * ((i * (s + 3)) % 5);
    for (int i = 0; i < 8; i++) {
      double *at = i < 7 ? &x[i] : &k, keep = *at;
      *at = keep + 1e-5;
      double up = grow(x, 7, k);
      *at = keep - 1e-5;
      slope[s][i] = (up - grow(x, 7, k)) / 2e-5;
      *at = keep;
    }
    half[s] = __enzyme_augmentfwd((void *)grow, enzyme_dup, x, zero, enzyme_const, 7, enzyme_out, k);
    CLOSE(half[s].value, grow(x, 7, k));
  }
  int order[9] = {2, 0, 3, 2, 1, 1, 0, 3, 2};
  for (int i = 0; i < 9; i++) {
    int s = order[i];
    double dx[7] = {0}, k = 0.5 + s * 0.1, seed = 1 + i;
    double dk = __enzyme_reverse((void *)grow, enzyme_nofree, enzyme_dup, x, dx, enzyme_const, 7,
                                 enzyme_out, k, seed, half[s].tape);
    for (int j = 0; j < 7; j++)
      CLOSE_TO(dx[j], seed * slope[s][j], 1e-7);
    CLOSE_TO(dk, seed * slope[s][7], 1e-7);
  }
  for (int s = 3; s >= 0; s--) {
    double dx[7] = {0};
    __enzyme_reverse((void *)grow, enzyme_dup, x, dx, enzyme_const, 7, enzyme_out, 0.5 + s * 0.1,
                     0.0, half[s].tape);
    CLOSE(dx[3], 0);
  }
  return oracle_exit();
}
