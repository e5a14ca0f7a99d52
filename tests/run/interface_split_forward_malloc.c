/* fwdsplit of functions that make, grow, hand out and release memory: realloc, calloc, blocks behind
 * pointers of the caller's structure, tables of rows; lanes; kept tapes; in the caller's buffer. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape, enzyme_allocated, enzyme_width,
    enzyme_noret;
typedef struct {
  void *tape;
  double value;
} Half;
typedef struct {
  double a, b;
} Two;
extern Half __enzyme_augmentfwd(void *, ...);
extern void *__enzyme_augmentfwd_t(void *, ...);
extern double __enzyme_augmentfwd_d(void *, ...);
extern size_t __enzyme_augmentsize(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern Two __enzyme_fwdsplit_2(void *, ...);
extern void __enzyme_fwdsplit_v(void *, ...);
extern void __enzyme_reverse(void *, ...);
static double rows(const double *x, int n) {
  double **table = malloc(n * sizeof *table), *grown = NULL;
  for (int i = 0; i < n; i++) {
    table[i] = calloc(i + 1, sizeof **table);
    for (int j = 0; j <= i; j++)
      table[i][j] = x[i] * x[j] + (i ? table[i - 1][j % i] : 0);
    grown = realloc(grown, (i + 1) * sizeof *grown);
    grown[i] = sin(table[i][0]) + (i ? grown[i - 1] : 1);
  }
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += grown[i] * table[i][i];
    if (i % 2)
      free(table[i]);
  }
  for (int i = 0; i < n; i += 2)
    free(table[i]);
  free(table);
  free(grown);
  return sum;
}
typedef struct {
  double *data;
  size_t count, room;
} Vector;
static void push(Vector *v, double x) {
  if (v->count == v->room)
    v->data = realloc(v->data, (v->room = v->room ? 2 * v->room : 1) * sizeof *v->data);
  v->data[v->count++] = x;
}
static double vectors(const double *x, int n) {
  Vector a = {0}, b = {0};
  for (int i = 0; i < n; i++) {
    push(i % 3 ? &a : &b, x[i] * x[i]);
    push(&b, a.count ? a.data[a.count - 1] * x[0] : x[i]);
  }
  double sum = 0;
  for (size_t i = 0; i < a.count; i++)
    sum += a.data[i] * b.data[b.count - 1 - i];
  free(a.data);
  free(b.data);
  return sum;
}
static void slopes(double (*f)(const double *, int), const double *at, int n, double *slope) {
  double x[8];
  memcpy(x, at, n * sizeof *x);
  for (int i = 0; i < n; i++) {
    double h = 1e-5;
    x[i] = at[i] + h;
    double up = f(x, n);
    x[i] = at[i] - h;
    slope[i] = (up - f(x, n)) / (2 * h);
    x[i] = at[i];
  }
}
#define CHECK(f)                                                                                   \
  do {                                                                                             \
    double at[6] = {0.5, 0.7, 1.1, 0.9, 1.3, 0.6}, gone[6] = {0}, t[6] = {0}, u[6] = {0}, s[6];     \
    slopes(f, at, 6, s);                                                                           \
    Half half = __enzyme_augmentfwd((void *)f, enzyme_dup, at, t, enzyme_const, 6);                \
    CLOSE(half.value, f(at, 6));                                                                   \
    for (int i = 0; i < 6; i++) {                                                                  \
      t[i] = 1;                                                                                    \
      CLOSE_TO(__enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, gone, t, enzyme_const, 6,   \
                                 half.tape),                                                       \
               s[i], 1e-7);                                                                        \
      t[i] = 0;                                                                                    \
    }                                                                                              \
    t[1] = 2, u[4] = -1;                                                                           \
    Two two = __enzyme_fwdsplit_2((void *)f, enzyme_nofree, enzyme_width, 2, enzyme_dup, gone, t,  \
                                  u, enzyme_const, 6, half.tape);                                  \
    CLOSE_TO(two.a, 2 * s[1], 1e-7);                                                               \
    CLOSE_TO(two.b, -s[4], 1e-7);                                                                  \
    memset(u, 0, sizeof u);                                                                        \
    __enzyme_reverse((void *)f, enzyme_dup, gone, u, enzyme_const, 6, 1.0, half.tape);             \
    for (int i = 0; i < 6; i++)                                                                    \
      CLOSE_TO(u[i], s[i], 1e-7);                                                                  \
    size_t size = __enzyme_augmentsize((void *)f, enzyme_dup, enzyme_const);                       \
    void *buffer = malloc(size);                                                                   \
    CLOSE(__enzyme_augmentfwd_d((void *)f, enzyme_allocated, size, enzyme_tape, buffer,            \
                                enzyme_dup, at, u, enzyme_const, 6),                               \
          half.value);                                                                             \
    memset(u, 0, sizeof u);                                                                        \
    u[3] = 1;                                                                                      \
    CLOSE_TO(__enzyme_fwdsplit((void *)f, enzyme_allocated, size, enzyme_tape, buffer, enzyme_dup, \
                               gone, u, enzyme_const, 6),                                          \
             s[3], 1e-7);                                                                          \
    free(buffer);                                                                                  \
  } while (0)
int main(void) {
  CHECK(rows);
  CHECK(vectors);
  return oracle_exit();
}
