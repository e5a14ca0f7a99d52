/* A custom allocator: blocks cut from one array. */
#include "oracle.h"
typedef struct {
  char *memory;
  size_t used;
} Arena;
static void *take(Arena *a, size_t size) {
  void *block = a->memory + a->used;
  a->used += (size + 15) & ~(size_t)15;
  return block;
}
PRIMAL(arena) {
  Arena a = {(char *)malloc(1024), 0};
  double *x = (double *)take(&a, n * sizeof(double));
  int *index = (int *)take(&a, n * sizeof(int));
  double **pointers = (double **)take(&a, n * sizeof(double *));
  for (size_t i = 0; i < n; i++) {
    x[i] = in[i] * in[i];
    index[i] = (int)((i * 2 + 1) % n);
    pointers[i] = &x[n - 1 - i];
  }
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += *pointers[i] * x[index[i]];
  out[0] = sum;
  free(a.memory);
}
ORACLE_MAIN(arena, 5, 1, 0.5, 1.5)
