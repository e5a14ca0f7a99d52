// large: takes long to compile
/* Derivatives of derivatives through values with a tag, which hold a number, a pointer or a count:
 * sorted by swaps, moved by blocks, and read without a look at where they came from. */
#include "higher.h"
#include <stdlib.h>
#include <string.h>

/* Two deep: the derivative of either derivative. */
#define SECOND(primal, n, m, lo, hi)                                                               \
  HIGHER_LEVEL(autodiff, primal, primal##_r)                                                       \
  HIGHER_LEVEL(fwddiff, primal, primal##_f)                                                        \
  ORACLE(primal##_r, 2 * (n), 2 * (m), lo, hi)                                                     \
  ORACLE(primal##_f, 2 * (n), 2 * (m), lo, hi)                                                     \
  static void primal##_second(void) {                                                              \
    primal##_r_oracle();                                                                           \
    primal##_f_oracle();                                                                           \
  }

typedef struct {
  enum { NUMBER, PLACE, COUNT } tag;
  union {
    double number;
    const double *place;
    long count;
  } is;
} Value;

static double read_value(const Value *value) {
  switch (value->tag) {
  case NUMBER:
    return value->is.number;
  case PLACE:
    return *value->is.place;
  default:
    return (double)value->is.count;
  }
}

__attribute__((noinline)) static void swap(Value *a, Value *b) {
  Value held = *a;
  *a = *b;
  *b = held;
}

__attribute__((noinline)) static void rotate(Value *values, size_t count) {
  Value first = values[0];
  memmove(values, values + 1, (count - 1) * sizeof *values);
  values[count - 1] = first;
}

PRIMAL(stack) {
  Value values[6];
  for (size_t i = 0; i < n; i++)
    switch (i % 3) {
    case 0:
      values[i].tag = NUMBER, values[i].is.number = in[i] * in[i];
      break;
    case 1:
      values[i].tag = PLACE, values[i].is.place = &in[i];
      break;
    default:
      values[i].tag = COUNT, values[i].is.count = (long)i + 1;
    }
  for (size_t i = 0; i + 1 < n; i++)
    if (read_value(&values[i]) > read_value(&values[i + 1]))
      swap(&values[i], &values[i + 1]);
  rotate(values, n);
  double sum = 0, product = 1;
  for (size_t i = 0; i < n; i++) {
    sum += sin(read_value(&values[i])) * read_value(&values[(i + 1) % n]);
    product *= 1 + 0.1 * read_value(&values[i]);
  }
  out[0] = sum;
  out[1] = product;
}
SECOND(stack, 6, 2, 0.4, 1.3)

/* A slot is used again: a number where a pointer was, and the other way round. */
PRIMAL(reused) {
  Value *slots = (Value *)malloc(n * sizeof(Value)), *copy = (Value *)malloc(n * sizeof(Value));
  double sum = 0;
  for (int round = 0; round < 3; round++) {
    for (size_t i = 0; i < n; i++)
      if ((i + (size_t)round) % 2)
        slots[i].tag = NUMBER, slots[i].is.number = in[i] * in[(i + 1) % n] + 0.1 * sum;
      else
        slots[i].tag = PLACE, slots[i].is.place = &in[(i + (size_t)round) % n];
    memcpy(copy, slots, n * sizeof(Value));
    for (size_t i = 0; i < n; i++)
      sum += read_value(&copy[i]) * read_value(&copy[n - 1 - i]);
  }
  out[0] = sum;
  out[1] = cos(sum) * in[0];
  free(slots);
  free(copy);
}
SECOND(reused, 3, 2, 0.4, 0.9)

/* Three deep. */
PRIMAL(chosen) {
  Value values[2] = {{NUMBER, {.number = in[0] * in[1]}}, {PLACE, {.place = &in[1]}}};
  if (in[0] > in[1])
    swap(&values[0], &values[1]);
  for (int i = 0; i < 2; i++)
    out[0] += (i + 1) * (values[i].tag == NUMBER ? sin(values[i].is.number) : *values[i].is.place);
  (void)n, (void)m;
}
HIGHER(chosen, 2, 1, 0.4, 1.3)

/* An adjoint or tangent of exactly 0 has a derivative of its own. */
static double product(const double *x) {
  Value values[2] = {{NUMBER, {.number = x[0]}}, {PLACE, {.place = &x[1]}}};
  if (x[2] > 0)
    swap(&values[0], &values[1]);
  return read_value(&values[0]) * read_value(&values[1]);
}
extern double __adcc_fwddiff_product(double (*)(const double *), const double *, double *);
extern double __adcc_autodiff_product(double (*)(const double *), const double *, double *);
typedef void Gradient(const double *x, double *gradient);
static void by_reverse(const double *x, double *gradient) {
  gradient[0] = gradient[1] = gradient[2] = 0;
  __adcc_autodiff_product(product, x, gradient);
}
static void by_forward(const double *x, double *gradient) {
  for (int i = 0; i < 3; i++) {
    double direction[3] = {i == 0, i == 1, i == 2};
    gradient[i] = __adcc_fwddiff_product(product, x, direction);
  }
}
extern void __adcc_fwddiff_gradient(Gradient *, const double *x, double *dx, double *g, double *dg);
extern void __adcc_autodiff_gradient(Gradient *, const double *x, double *dx, double *g,
                                     double *dg);

static void check_hessian(double x, double y, double side) {
  const double at[3] = {x, y, side};
  for (int i = 0; i < 2; i++) {
    double g[3], row[2][3] = {{0}}, along[2][3];
    for (int mode = 0; mode < 2; mode++) {
      double direction[3] = {i == 0, i == 1, 0};
      if (mode == 0)
        __adcc_fwddiff_gradient(by_reverse, at, direction, g, along[mode]);
      else
        __adcc_fwddiff_gradient(by_forward, at, direction, g, along[mode]);
      double seed[3] = {i == 0, i == 1, 0};
      if (mode == 0)
        __adcc_autodiff_gradient(by_reverse, at, row[mode], g, seed);
      else
        __adcc_autodiff_gradient(by_forward, at, row[mode], g, seed);
      for (int j = 0; j < 2; j++) {
        CLOSE(row[mode][j], i != j);
        CLOSE(along[mode][j], i != j);
      }
    }
  }
}

int main(void) {
  stack_second();
  reused_second();
  chosen_higher();
  for (int i = 0; i < 8; i++)
    check_hessian(i & 1 ? 0.7 : 0, i & 2 ? -1.3 : 0, i & 4 ? 1 : -1);
  return oracle_exit();
}
