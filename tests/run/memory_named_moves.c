// flags: -fno-builtin -D_GNU_SOURCE
/* Copies and fills that are calls, as -fno-builtin leaves them, and with the checks of
 * _FORTIFY_SOURCE: the length is known at run time only, the room behind the pointer is not. */
#include "oracle.h"

#include <string.h>
#include <strings.h>

enum { LENGTH = 4 };

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);

PRIMAL(by_name) {
  double a[LENGTH], b[LENGTH], c[LENGTH], d[LENGTH], e[LENGTH], f[LENGTH];
  memcpy(a, in, sizeof a);
  for (int i = 0; i < LENGTH; i++)
    a[i] *= a[i];
  memmove(b, a, sizeof b);
  memset(c, 0, sizeof c);
  bcopy(b, d, sizeof d);
  memcpy(e, in, sizeof e);
  bzero(e, 2 * sizeof *e);
  double *end = mempcpy(f, d, sizeof f);
  explicit_bzero(b, sizeof b);
  for (int i = 0; i < LENGTH; i++)
    out[i] = end[i - LENGTH] * sin(a[i]) + b[i] * c[i] + e[i] * a[0] + c[i];
}
ORACLE(by_name, LENGTH, LENGTH, 0.5, 1.5)

/* Shifts the state, as a filter does. */
PRIMAL(checked) {
  double state[2 * LENGTH];
  size_t bytes = n * sizeof(double);
  __memset_chk(state, 0, 2 * bytes, sizeof state);
  __memcpy_chk(state, in, bytes, sizeof state);
  for (size_t i = 0; i < n; i++) {
    __memmove_chk(state + 1, state, 2 * bytes - sizeof(double), sizeof state - sizeof(double));
    state[0] = state[1] * state[2] + state[n];
  }
  double last[LENGTH];
  char *end = __mempcpy_chk(last, state, bytes, sizeof last);
  for (size_t i = 0; i < m; i++)
    out[i] = last[i] * state[i + 1] + (double)(end - (char *)last);
}
ORACLE(checked, LENGTH, LENGTH, 0.5, 1.5)

int main(void) {
  by_name_oracle();
  checked_oracle();
  return oracle_exit();
}
