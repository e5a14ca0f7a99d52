/* Copies within arrays of records, of as many bytes as only run time knows, that end behind a number of
 * the last record. */
#include "oracle.h"

enum { COUNT = 6 };

struct pair {
  double value;
  long count;
};

PRIMAL(pairs) {
  struct pair a[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    a[i].value = in[i % n] * in[0];
    a[i].count = (long)i + 1;
  }
  for (size_t k = 1; k < 4; k++)
    memmove(a, a + 1, k * sizeof *a - 8 + (in[0] > 9));
  for (size_t k = 1; k < 3; k++)
    memmove(a + 2, a + 1, k * sizeof *a + 8 - (in[0] > 9));
  out[0] = 0;
  for (int i = 0; i < COUNT; i++)
    out[0] += a[i].value * (i + 1) * (double)a[i].count;
  (void)m;
}
ORACLE(pairs, 4, 1, 0.2, 0.9)

/* The same in words. */
PRIMAL(words) {
  long a[2 * COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    double d = in[i % n] * in[0];
    memcpy(a + 2 * i, &d, sizeof d);
    a[2 * i + 1] = (long)i;
  }
  for (size_t k = 1; k < 5; k++)
    memmove(a, a + 2, k * sizeof *a + (in[0] > 9));
  out[0] = 0;
  for (int i = 0; i < COUNT; i++) {
    double d;
    memcpy(&d, a + 2 * i, sizeof d);
    out[0] += d * (i + 1) * (double)(a[2 * i + 1] + 1);
  }
  (void)m;
}
ORACLE(words, 4, 1, 0.2, 0.9)

int main(void) {
  pairs_oracle();
  words_oracle();
  return oracle_exit();
}
