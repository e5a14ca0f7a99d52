/* memcpy of single pointers out of tables that loops fill and read: the copy becomes that of a word,
 * and where it leads is known of the tables as a whole alone. */
#include "oracle.h"

enum { ROWS = 5 };

static double **make(const double *in, int n, double scale, double *cells) {
  double **table = malloc(ROWS * sizeof *table);
  for (int i = 0; i < ROWS; i++) {
    table[i] = cells + i;
    *table[i] = scale * in[i % n] + in[i] * in[0];
  }
  return table;
}
static double weigh(double **table) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    sum += (1 + i) * *table[i] * *table[i];
  return sum;
}

PRIMAL(shared) {
  (void)m;
  double cells[2][ROWS], **a = make(in, n, 1, cells[0]), **b = make(in, n, -0.5, cells[1]);
  out[0] = weigh(a);
  memcpy(a, b, 2 * sizeof *a);
  memcpy(a + 2, b + 1, sizeof *a);
  out[1] = weigh(a);
  free(a);
  free(b);
}
ORACLE(shared, 6, 2, 0.5, 1.5)

PRIMAL(exchanged) {
  double cells[ROWS], **a = make(in, n, 1, cells), *kept;
  for (int64_t i = 0; i < m; i++) {
    memcpy(&kept, a + i, sizeof kept);
    memmove(a + i, a + ROWS - 1 - i, sizeof kept);
    memcpy(a + ROWS - 1 - i, &kept, sizeof kept);
    *a[0] *= in[i];
    out[i] = weigh(a);
  }
  free(a);
}
ORACLE(exchanged, 6, 3, 0.5, 1.5)

int main(void) {
  shared_oracle();
  exchanged_oracle();
  return oracle_exit();
}
