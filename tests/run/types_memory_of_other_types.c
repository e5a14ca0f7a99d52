/* Work memory that is used for one type after the other: what was read there as the first is gone later,
 * though the stores are of another type. */
#include "oracle.h"
#include <stdlib.h>

typedef struct {
  double value;
} Alone;
typedef struct {
  double value;
  int place;
} Placed;

/* For numbers, then for indices. */
PRIMAL(indices) {
  double *numbers = malloc(n * sizeof *numbers);
  long *places = (long *)numbers;
  for (size_t i = 0; i < n; i++)
    numbers[i] = in[i] * in[(i + 1) % n];
  for (size_t i = 0; i < n; i++)
    out[i % m] += numbers[i] * numbers[i] * numbers[n - 1 - i];
  for (size_t i = 0; i < n; i++)
    places[i] = (long)(i * 3 + 1);
  for (size_t i = 0; i < n; i++)
    out[(size_t)places[i] % m] *= 1.1;
  free(numbers);
}
ORACLE(indices, 8, 5, 0.5, 1.0)

/* For one structure, then for another one. */
PRIMAL(structures) {
  void *work = malloc(n * sizeof(Placed));
  Alone *alone = work;
  Placed *placed = work;
  for (size_t i = 0; i < n; i++)
    alone[i].value = in[i] * in[i];
  for (size_t i = 0; i < n; i++)
    out[i % m] += alone[i].value * alone[i].value * alone[n - 1 - i].value;
  for (size_t i = 0; i < n; i++)
    placed[i] = (Placed){in[i] + 2, (int)i};
  for (size_t i = 0; i < n; i++)
    out[(size_t)placed[i].place % m] += placed[i].value * placed[i].value;
  free(work);
}
ORACLE(structures, 8, 5, 0.5, 1.0)

/* For floats, then for doubles. */
PRIMAL(precisions) {
  void *work = malloc(n * sizeof(double));
  float *narrow = work;
  double *wide = work;
  for (size_t i = 0; i < n; i++)
    narrow[i] = (float)(in[i] * in[i]);
  for (size_t i = 0; i < n; i++)
    out[i % m] += narrow[i] * narrow[i] * narrow[i];
  for (size_t i = 0; i < n; i++)
    wide[i] = in[i] + 5;
  for (size_t i = 0; i < n; i++)
    out[i % m] += wide[i] * wide[n - 1 - i];
  free(work);
}
ORACLE(precisions, 8, 5, 0.5, 1.0)

int main(void) {
  indices_oracle();
  structures_oracle();
  oracle_precision = 6e-8;
  precisions_oracle();
  return oracle_exit();
}
