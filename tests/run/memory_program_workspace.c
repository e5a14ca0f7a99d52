/* Memory to work in that variables of a program keep, as legacy code does it: given out by
 * functions that are not static, from malloc, aligned_alloc or a wrapper for two types, exchanged
 * between variables in every step, and two variables of one block; by plain calls between the
 * derivatives, with more and with less to do. */
#include "oracle.h"

/* The shadows of what is kept are not released. */
int __lsan_is_turned_off(void) { return 1; }

double *vector_of(int n) {
  static double *v;
  static int held;
  if (n > held) {
    v = realloc(v, n * sizeof *v);
    if (!v)
      abort();
    held = n;
  }
  return v;
}

PRIMAL(given) {
  double *v = vector_of((int)n);
  for (size_t i = 0; i < n; i++)
    v[i] = in[i] * in[i] + (i ? 0.5 * v[i - 1] : 0);
  for (size_t i = 0; i < n; i++)
    out[0] += v[i] * v[(i + 1) % n];
}

double *buffers[3];
double *buffer_of(int which, int n) {
  buffers[which] = realloc(buffers[which], n * sizeof **buffers);
  if (!buffers[which])
    abort();
  return buffers[which];
}
PRIMAL(numbered) {
  double *a = buffer_of(0, (int)n), *b = buffer_of(2, (int)n);
  for (size_t i = 0; i < n; i++) {
    a[i] = in[i] * in[(i + 1) % n];
    b[i] = a[i] * a[i] + in[i];
  }
  for (size_t i = 0; i < n; i++)
    out[0] += a[i] * b[n - 1 - i];
}

/* As many steps as there are inputs: an odd or an even number. */
double *now, *next;
static size_t held;
PRIMAL(stepped) {
  if (n > held) {
    free(now);
    free(next);
    now = malloc(n * sizeof *now);
    next = malloc(n * sizeof *next);
    if (!now || !next)
      abort();
    held = n;
  }
  for (size_t i = 0; i < n; i++)
    now[i] = in[i];
  for (size_t t = 0; t < n; t++) {
    for (size_t i = 0; i < n; i++)
      next[i] = now[i] + 0.1 * now[(i + 1) % n] * now[(i + n - 1) % n];
    double *other = now;
    now = next;
    next = other;
  }
  for (size_t i = 0; i < n; i++)
    out[0] += now[i] * (i + 1) + next[i] * next[i];
}

/* Both lead to one block; set by a plain call. */
static double *first, *second;
static void join(size_t n) {
  if (!first)
    first = malloc(n * sizeof *first);
  second = first;
}
PRIMAL(joined) {
  join(32);
  for (size_t i = 0; i < n; i++)
    first[i] = in[i] * in[i];
  for (size_t i = 0; i + 1 < n; i++)
    second[i] *= first[i + 1];
  for (size_t i = 0; i < n; i++)
    out[0] += first[i] * second[n - 1 - i];
}
PRIMAL(joined_before) {
  for (size_t i = 0; i < n; i++)
    first[i] = in[i] * in[i];
  for (size_t i = 0; i + 1 < n; i++)
    second[i] *= first[i + 1];
  for (size_t i = 0; i < n; i++)
    out[0] += first[i] * second[n - 1 - i];
}

PRIMAL(aligned) {
  static double *v;
  if (!v)
    v = aligned_alloc(64, 64 * sizeof *v);
  double *first = __builtin_assume_aligned(v, 64);
  for (size_t i = 0; i < n; i++)
    first[i] = in[i] * in[i];
  for (size_t i = 0; i < n; i++)
    out[0] += v[i] * v[(i + 1) % n];
}

void *checked(size_t bytes) {
  void *block = malloc(bytes);
  if (!block)
    abort();
  return block;
}
static double *numbers;
static int *indices;
PRIMAL(wrapped) {
  if (!numbers) {
    numbers = checked(32 * sizeof *numbers);
    indices = checked(32 * sizeof *indices);
  }
  for (size_t i = 0; i < n; i++) {
    indices[i] = (int)((i * 3 + 1) % n);
    numbers[i] = in[i] * in[i];
  }
  for (size_t i = 0; i < n; i++)
    out[0] += numbers[i] * numbers[indices[i]];
}

#define CHECK(f)                                                                                   \
  f##_oracle();                                                                                    \
  for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)                               \
  oracle_check(#f, f##_call, sizes[size], 1, 0.3, 1.1)
ORACLE(given, 4, 1, 0.3, 1.1)
ORACLE(numbered, 4, 1, 0.3, 1.1)
ORACLE(stepped, 4, 1, 0.3, 1.1)
ORACLE(joined, 4, 1, 0.3, 1.1)
ORACLE(joined_before, 4, 1, 0.3, 1.1)
ORACLE(aligned, 4, 1, 0.3, 1.1)
ORACLE(wrapped, 4, 1, 0.3, 1.1)
int main(void) {
  static const size_t sizes[] = {5, 11, 3, 8};
  CHECK(given);
  CHECK(numbered);
  CHECK(stepped);
  CHECK(joined);
  CHECK(joined_before);
  CHECK(aligned);
  CHECK(wrapped);
  return oracle_exit();
}
