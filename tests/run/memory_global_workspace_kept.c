/* Memory to work in that static variables keep from call to call: allocated by a plain call, or by
 * the derivative's, grown when more is needed, several in a structure, filled before they are
 * read, handed to functions; and released and allocated anew. */
#include "oracle.h"

/* The shadows of what is kept are not released. */
int __lsan_is_turned_off(void) { return 1; }
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width;
typedef struct {
  double a, b;
} Two;
extern Two __enzyme_fwddiff_2(void *, ...);

static double *work;
static int work_size;
static void reserve(int n) {
  if (n <= work_size)
    return;
  double *grown = realloc(work, n * sizeof *work);
  if (!grown)
    abort();
  work = grown;
  work_size = n;
}
__attribute__((noinline)) static double sum(const double *v, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}
static double powers(double x, int n) {
  reserve(n);
  for (int i = 0; i < n; i++)
    work[i] = i ? work[i - 1] * x : x;
  return sum(work, n);
}
static double powers_derivative(double x, int n) {
  double s = 0;
  for (int i = 1; i <= n; i++)
    s += i * pow(x, i - 1);
  return s;
}

/* Two vectors and an index in one structure; the old contents count as constants. */
static struct {
  double *values, *weights;
  int *order;
  int size;
} space;
__attribute__((noinline)) static void prepare(int n) {
  if (space.size >= n)
    return;
  free(space.values);
  free(space.weights);
  free(space.order);
  space.values = malloc(n * sizeof *space.values);
  space.weights = calloc(n, sizeof *space.weights);
  space.order = malloc(n * sizeof *space.order);
  space.size = n;
  for (int i = 0; i < n; i++) {
    space.order[i] = n - 1 - i;
    space.weights[i] = i + 1;
  }
}
static double weighted(const double *x, int n) {
  prepare(n);
  double s = 0;
  for (int i = 0; i < n; i++)
    space.values[space.order[i]] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    s += space.values[i] * space.weights[i];
  return s;
}

/* Kept for good, or for one call. */
static double local(double x, int n) {
  static double *kept;
  static int size;
  if (size < n) {
    free(kept);
    kept = malloc(n * sizeof *kept);
    size = n;
  }
  kept[0] = x;
  for (int i = 1; i < n; i++)
    kept[i] = sin(kept[i - 1]);
  double last = kept[n - 1];
  if (n > 6) {
    free(kept);
    kept = NULL;
    size = 0;
  }
  return last * last;
}
static double local_derivative(double x, int n) {
  double v = x, d = 1;
  for (int i = 1; i < n; i++) {
    d *= cos(v);
    v = sin(v);
  }
  return 2 * v * d;
}
int main(void) {
  static const int sizes[] = {5, 5, 40, 7, 90, 90, 3};
  for (int round = 0; round < 14; round++) {
    int n = sizes[round % 7];
    if (round == 0 || round == 9) /* a plain call allocates */
      CLOSE(powers(1.02, n), sum(work, n));
    double e = powers_derivative(1.02, n);
    CLOSE(__enzyme_autodiff((void *)powers, enzyme_out, 1.02, enzyme_const, n), e);
    CLOSE(__enzyme_fwddiff((void *)powers, enzyme_dup, 1.02, 2.0, enzyme_const, n), 2 * e);
    Two lanes = __enzyme_fwddiff_2((void *)powers, enzyme_width, 2, enzyme_dup, 1.02, 1.0, 3.0,
                                   enzyme_const, n);
    CLOSE(lanes.a, e);
    CLOSE(lanes.b, 3 * e);
  }
  for (int round = 0; round < 7; round++) {
    int n = sizes[round] / 2 + 1;
    double x[46], dx[46] = {0}, t[46] = {0};
    for (int i = 0; i < n; i++)
      x[i] = 0.5 + i;
    if (round == 1)
      weighted(x, n);
    t[1] = 1;
    int size = space.size > n ? space.size : n;
    double w = size - 1; /* the weight of what comes second */
    CLOSE(__enzyme_fwddiff((void *)weighted, enzyme_dup, x, t, enzyme_const, n),
          size - 2 < n ? 2 * x[1] * w : 0);
    __enzyme_autodiff((void *)weighted, enzyme_dup, x, dx, enzyme_const, n);
    CLOSE(dx[1], size - 2 < n ? 2 * x[1] * w : 0);
  }
  for (int n = 2; n < 10; n++) {
    CLOSE(__enzyme_autodiff((void *)local, enzyme_out, 0.7, enzyme_const, n),
          local_derivative(0.7, n));
    CLOSE(__enzyme_fwddiff((void *)local, enzyme_dup, 0.7, 1.0, enzyme_const, n),
          local_derivative(0.7, n));
    local(0.3, n);
  }
  return oracle_exit();
}
