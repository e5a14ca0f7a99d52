/* Numbers exchanged byte by byte by a function that is told their size: neighbours in an array, of
 * which an optimiser makes lanes that change places, and numbers of two arrays. */
#include "oracle.h"

static void swap(void *a, void *b, size_t size) {
  char *p = a, *q = b;
  while (size--) {
    char t = *p;
    *p++ = *q;
    *q++ = t;
  }
}

static double neighbours_sum(const double *x, int n) {
  double squares[8], sum = 0;
  for (int i = 0; i < n; i++)
    squares[i] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i += 2)
    swap(squares + i, squares + i + 1, 8);
  for (int i = 0; i < n; i++)
    sum += squares[i] * (i + 1);
  return sum;
}
PRIMAL(neighbours) { out[0] += neighbours_sum(in, (int)n); }

typedef struct {
  double a, b;
} Pair;

PRIMAL(arrays) {
  double squares[8];
  Pair pairs[8];
  for (size_t i = 0; i < n; i++) {
    squares[i] = in[i] * in[i];
    pairs[i] = (Pair){in[i], in[n - 1 - i] * in[i]};
  }
  for (size_t i = 0; i < n; i++)
    swap(squares + i, &pairs[(i + 1) % n].b, sizeof(double));
  swap(&pairs[1], &pairs[2], sizeof(Pair));
  for (size_t i = 0; i < m; i++)
    out[i] += squares[i] * (double)(i + 1) + pairs[i].a * pairs[i].b;
}

ORACLE(neighbours, 8, 1, .5, 2)
ORACLE(arrays, 6, 6, .5, 2)
int main(void) {
  neighbours_oracle();
  arrays_oracle();
  return oracle_exit();
}
