/* Memory aligned by hand, with what malloc gave in front of it, and copies of it whose lengths are
 * known at run time. */
#include "oracle.h"
#include <stdint.h>
#include <string.h>
#define ALIGN 64
static void *fast_malloc(size_t bytes) {
  char *raw = malloc(bytes + sizeof(void *) + ALIGN);
  void **aligned =
      (void **)(((uintptr_t)raw + sizeof(void *) + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1));
  aligned[-1] = raw;
  return aligned;
}
static void fast_free(void *p) {
  if (p)
    free(((void **)p)[-1]);
}
static void *fast_grow(void *old, size_t used, size_t bytes) {
  void *grown = fast_malloc(bytes);
  memcpy(grown, old, used);
  fast_free(old);
  return grown;
}
typedef struct {
  double *data;
  size_t count, room;
} Vector;
static void push(Vector *v, double x) {
  if (v->count == v->room) {
    size_t room = v->room ? 2 * v->room : 2;
    v->data = fast_grow(v->data, v->count * sizeof(double), room * sizeof(double));
    v->room = room;
  }
  v->data[v->count++] = x;
}
static void copy_columns(double *to, const double *from, size_t rows, size_t stride,
                         size_t columns) {
  for (size_t j = 0; j < columns; j++)
    memcpy(to + j * rows, from + j * stride, rows * sizeof(double));
}
PRIMAL(aligned_copy) {
  Vector v = {0};
  v.data = fast_malloc(16);
  v.room = 2;
  for (size_t i = 0; i < n; i++)
    push(&v, in[i] * in[i]);
  size_t rows = 2, stride = 3, columns = v.count / 3;
  double *packed = fast_malloc(rows * columns * sizeof(double));
  copy_columns(packed, v.data, rows, stride, columns);
  memmove(v.data, v.data + 1, (v.count - 1) * sizeof(double));
  double s = 0;
  for (size_t i = 0; i < rows * columns; i++)
    s += packed[i] * v.data[i];
  out[0] = s;
  out[1] = v.data[0] * packed[rows * columns - 1];
  fast_free(packed);
  fast_free(v.data);
}
ORACLE_MAIN(aligned_copy, 9, 2, 0.3, 1.4)
