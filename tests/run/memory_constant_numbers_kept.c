/* Constant arrays whose addresses lie in tables, structures and blocks, beside those of arrays that are
 * active: what reads an address there finds one or the other. */
#include "oracle.h"
static const double a[] = {0.5, 0.7}, b[] = {0.25, 1.5, 0.25}, set_only[] = {3, 2};
static const double *const fixed[] = {a, b};
static const double *loose[] = {b, a};
struct view {
  const double *at;
  size_t count;
};
static const struct view views[] = {{a, 2}, {b, 3}};
struct kind {
  const char *name;
  const double *scales;
  double (*f)(double);
};
static const struct kind kinds[] = {{"sine", a, sin}, {"cosine", b, cos}};

static __attribute__((noinline)) const double *chosen(size_t k, const double *other) {
  return k < 2 ? fixed[k] : k < 4 ? loose[k - 2] : other;
}
static double from_first(const double *x, size_t k) { return fixed[k % 2][0] * x[1]; }
static const double *of_argument(const double *x, size_t k) { return x + k % 2; }
static const double *of_table(const double *x, size_t k) { return b + k % 2; }
static const double *(*const sources[])(const double *, size_t) = {of_argument, of_table};

static __attribute__((noinline)) void set(struct view *view, const double *at, size_t count) {
  if (count > 9)
    set(view, at + 1, count - 1);
  view->at = at;
  view->count = count;
}

static double total(struct view view) {
  double sum = 0;
  for (size_t i = 0; i < view.count; i++)
    sum += view.at[i] * (double)(i + 1);
  return sum;
}

PRIMAL(tables) {
  struct view copied[3];
  memcpy(copied, views, sizeof views);
  set(&copied[1], set_only, 2);
  set(&copied[2], in, n);
  const double **heap = (const double **)malloc(3 * sizeof *heap);
  heap[0] = a, heap[1] = in + 1, heap[2] = b;
  for (size_t k = 0; k < m; k++) {
    const struct kind *kind = &kinds[k % 2];
    const double *scales = k % 3 ? kind->scales : in;
    out[k] += chosen(k, in)[0] * in[1] + from_first(in, k) + total(copied[k % 3]) * in[0];
    out[k] += heap[(k + n) % 3][1] * sources[(k / 2) % 2](in, k)[0];
    out[k] *= kind->f(scales[1]) * (double)strlen(kind->name);
  }
  free(heap);
}
ORACLE_MAIN(tables, 4, 6, 0.4, 0.9)
