/* Pointers into a block that has been moved, by the distance between the old place and the new one. */
#include "oracle.h"

PRIMAL(one_item) {
  double *old = malloc(2 * sizeof *old), *grown = malloc(4 * sizeof *grown);
  old[0] = in[0], old[1] = in[1];
  double *item = old + 1;
  memcpy(grown, old, 2 * sizeof *old);
  item = (double *)((uintptr_t)item + ((uintptr_t)grown - (uintptr_t)old));
  for (int t = 0; t < 3; t++) {
    *item *= in[0];
    grown[1] = sin(grown[1]);
  }
  out[0] = *item * grown[0];
  free(old), free(grown);
  (void)n, (void)m;
}
ORACLE(one_item, 4, 1, 0.2, 0.9)

/* A table of pointers, each moved by its distance from the old block's begin. */
PRIMAL(by_place) {
  size_t count = 2 + (in[0] > 9);
  double *old = malloc(count * sizeof *old), *grown = malloc(2 * count * sizeof *grown);
  double **items = malloc(count * sizeof *items);
  for (size_t i = 0; i < count; i++) {
    old[i] = in[i % n];
    items[i] = old + i;
  }
  memcpy(grown, old, count * sizeof *old);
  for (size_t i = 0; i < count; i++)
    items[i] = (double *)((uintptr_t)grown + ((uintptr_t)items[i] - (uintptr_t)old));
  for (int t = 0; t < 3; t++)
    for (size_t i = 0; i < count; i++) {
      *items[i] *= in[0];
      grown[1] = sin(grown[1]);
    }
  out[0] = *items[1] * grown[0];
  free(old), free(grown), free(items);
  (void)m;
}
ORACLE(by_place, 4, 1, 0.2, 0.9)

/* … each moved by the distance of the two blocks. */
PRIMAL(by_distance) {
  size_t count = 2 + (in[0] > 9);
  double *old = malloc(count * sizeof *old), *grown = malloc(2 * count * sizeof *grown);
  double **items = malloc(count * sizeof *items);
  for (size_t i = 0; i < count; i++) {
    old[i] = in[i % n];
    items[i] = old + i;
  }
  memcpy(grown, old, count * sizeof *old);
  uintptr_t distance = (uintptr_t)grown - (uintptr_t)old;
  for (size_t i = 0; i < count; i++)
    items[i] = (double *)((uintptr_t)items[i] + distance);
  for (int t = 0; t < 3; t++)
    for (size_t i = 0; i < count; i++) {
      *items[i] *= in[0];
      grown[1] = sin(grown[1]);
    }
  out[0] = *items[1] * grown[0];
  free(old), free(grown), free(items);
  (void)m;
}
ORACLE(by_distance, 4, 1, 0.2, 0.9)

int main(void) {
  one_item_oracle();
  by_place_oracle();
  by_distance_oracle();
  return oracle_exit();
}
