/* What functions that are not inlined read: memory that keeps it until they are reversed, and
 * memory that their callers, or callers of these, write, move or give back before. */
#include "oracle.h"
#define APART __attribute__((noinline))

/* Each program has its own, so that what one does to memory does not count for another. */
#define KERNELS(of)                                                                                \
  APART static double weigh_##of(const double *w, const double *x, size_t n) {                     \
    double sum = 0;                                                                                \
    for (size_t i = 0; i < n; i++)                                                                 \
      sum += sin(w[i] * x[i]) * x[i];                                                              \
    return sum;                                                                                    \
  }                                                                                                \
  APART static void relax_##of(double *u, const double *a, size_t n) {                             \
    for (size_t i = 1; i + 1 < n; i++)                                                             \
      u[i] = (a[i] * u[i - 1] + a[i + 1] * u[i + 1] + 0.1 * u[i] * u[i]) / (a[i] + a[i + 1]);      \
  }

/* `w` is the same in all calls; `x` is changed by the loop, and after it. */
KERNELS(changed_behind)
PRIMAL(changed_behind) {
  double w[16], x[16];
  for (size_t i = 0; i < n; i++)
    w[i] = in[i] * in[i], x[i] = in[i] + 0.1 * (double)i;
  for (int t = 0; t < 4; t++) {
    out[t % m] += weigh_changed_behind(w, x, n);
    for (size_t i = 0; i < n; i++)
      x[i] = 0.7 * x[i] + 0.1 * w[(i + 1) % n];
  }
  out[0] += weigh_changed_behind(w, x, n);
  for (size_t i = 0; i < n; i++)
    w[i] = 100;
}

/* Steps in place, with coefficients that last. */
KERNELS(in_place)
PRIMAL(in_place) {
  double *u = malloc((n + 2) * sizeof *u), *a = malloc((n + 2) * sizeof *a);
  for (size_t i = 0; i < n + 2; i++)
    u[i] = in[i % n], a[i] = 1 + in[(i + 3) % n] * in[i % n];
  for (int t = 0; t < 5; t++)
    relax_in_place(u, a, n + 2);
  for (size_t i = 0; i < n + 2; i++)
    out[i % m] += u[i] * a[i];
  free(u);
  free(a);
}

/* One memory, in parts that overlap. */
KERNELS(overlapping)
PRIMAL(overlapping) {
  double u[32];
  for (size_t i = 0; i < 2 * n; i++)
    u[i] = 0.5 + in[i % n];
  for (int t = 0; t < 3; t++) {
    relax_overlapping(u, u + 1, n);
    relax_overlapping(u + 2, u, n);
    out[0] += weigh_overlapping(u, u + n / 2, n);
  }
  for (size_t i = 0; i < 2 * n; i++)
    out[i % m] += u[i];
}

/* Constants that are given back before the reverse sweep, and other memory that comes there. */
KERNELS(given_back)
PRIMAL(given_back) {
  double sum = 0;
  for (int t = 0; t < 3; t++) {
    double *table = malloc(n * sizeof *table);
    for (size_t i = 0; i < n; i++)
      table[i] = 0.5 + 0.01 * (double)(i + (size_t)t);
    sum += weigh_given_back(table, in, n);
    free(table);
    double *other = malloc(n * sizeof *other);
    for (size_t i = 0; i < n; i++)
      other[i] = in[i] * 3;
    sum += weigh_given_back(in, other, n);
    free(other);
  }
  out[0] = sum;
}

/* The caller of the caller writes. */
KERNELS(written_further_out)
APART static double pair(const double *w, const double *x, size_t n) {
  return weigh_written_further_out(w, x, n) * weigh_written_further_out(x, w, n);
}
PRIMAL(written_further_out) {
  double w[16], x[16];
  for (size_t i = 0; i < n; i++)
    w[i] = in[i], x[i] = in[(i + 1) % n];
  out[0] = pair(w, x, n);
  for (size_t i = 0; i < n; i++)
    w[i] = x[i] * w[i];
  out[1] = pair(w, w, n);
  w[n / 2] = 7;
  x[0] = -3;
}

/* By a recursion, which works on parts of what its callers still need. */
KERNELS(recursion)
static double halves(double *x, size_t n, int depth) {
  if (depth == 0 || n < 2)
    return n ? x[0] * x[n - 1] : 0;
  double here = weigh_recursion(x, x + n / 2, n / 2);
  for (size_t i = 0; i < n / 2; i++)
    x[i] = sin(x[i] + x[n / 2 + i]);
  double left = halves(x, n / 2, depth - 1), right = halves(x + n / 2, n - n / 2, depth - 1);
  x[0] += left;
  return here + left * right + weigh_recursion(x, x, n);
}
PRIMAL(recursion) {
  double x[32];
  for (size_t i = 0; i < 2 * n; i++)
    x[i] = in[i % n] * (1 + 0.1 * (double)i);
  out[0] = halves(x, 2 * n, 3);
  out[1] = halves(x, n, 2);
}

/* Through pointers that are exchanged, members, and a table. */
typedef struct {
  double *now, *next;
  const double *table[2];
  size_t n;
} State;
APART static void advance(State *s, int which) {
  const double *a = s->table[which];
  for (size_t i = 0; i < s->n; i++)
    s->next[i] = s->now[i] + 0.1 * a[i] * sin(s->now[(i + 1) % s->n]) * s->now[i];
  double *t = s->now;
  s->now = s->next;
  s->next = t;
}
PRIMAL(exchanged) {
  double x[16], y[16], a[16], b[16];
  for (size_t i = 0; i < n; i++)
    x[i] = in[i], a[i] = in[i] * 2, b[i] = in[n - 1 - i], y[i] = 0;
  State s = {x, y, {a, b}, n};
  for (int t = 0; t < 5; t++) {
    advance(&s, t % 2);
    if (t == 2)
      s.table[1] = in;
    if (t == 3)
      a[1] *= 2;
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += s.now[i] * s.next[i];
}

/* Memory that is moved, set and grown by the library. */
KERNELS(moved)
PRIMAL(moved) {
  double *x = malloc(n * sizeof *x), w[16];
  memcpy(x, in, n * sizeof *x);
  memcpy(w, in, n * sizeof *w);
  out[0] = weigh_moved(w, x, n);
  memmove(x + 1, x, (n - 1) * sizeof *x);
  out[1] = weigh_moved(w, x, n);
  x = realloc(x, 2 * n * sizeof *x);
  memcpy(x + n, w, n * sizeof *x);
  out[0] += weigh_moved(x, x + n, n);
  memset(w, 0, n * sizeof *w);
  free(x);
}

/* A variable of the file, and the stack of a function that has halves itself. */
KERNELS(variables)
static double scale[16];
APART static double scaled(const double *x, size_t n) {
  double local[16], sum = 0;
  for (size_t i = 0; i < n; i++)
    local[i] = scale[i] * x[i];
  for (int t = 0; t < 2; t++) {
    sum += weigh_variables(local, x, n);
    relax_variables(local, scale, n);
  }
  return sum;
}
PRIMAL(variables) {
  for (size_t i = 0; i < n; i++)
    scale[i] = 1 + in[i];
  out[0] = scaled(in, n);
  for (size_t i = 0; i < n; i++)
    scale[i] *= 1.1;
  out[1] = scaled(in, n);
  for (size_t i = 0; i < n; i++)
    scale[i] = 0;
}

ORACLE(changed_behind, 8, 3, 0.2, 1.2)
ORACLE(in_place, 9, 3, 0.2, 1.2)
ORACLE(overlapping, 9, 3, 0.2, 1.2)
ORACLE(given_back, 8, 1, 0.2, 1.2)
ORACLE(written_further_out, 8, 2, 0.2, 1.2)
ORACLE(recursion, 8, 2, 0.2, 1.2)
ORACLE(exchanged, 7, 3, 0.2, 1.2)
ORACLE(moved, 8, 2, 0.2, 1.2)
ORACLE(variables, 8, 2, 0.2, 1.2)

int main(void) {
  changed_behind_oracle();
  in_place_oracle();
  overlapping_oracle();
  given_back_oracle();
  written_further_out_oracle();
  recursion_oracle();
  exchanged_oracle();
  moved_oracle();
  variables_oracle();
  return oracle_exit();
}
