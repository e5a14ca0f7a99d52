// large: takes long to compile
/* Derivatives of derivatives through values with a tag, which hold a number, a pointer to one, or a
 * list of values and are read by a function that calls itself: what came together in one object
 * repeats in other steps than the structures that a swap copies there. */
#include "higher.h"
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

enum { NUMBER, PLACE, LIST };

/* A list is the product of its first value and of the one behind it. */
#define VALUES(Name, group)                                                                        \
  typedef struct Name {                                                                            \
    int tag;                                                                                       \
    group {                                                                                        \
      double number;                                                                               \
      const double *place;                                                                         \
      struct Name *list;                                                                           \
    }                                                                                              \
    is;                                                                                            \
  } Name;                                                                                          \
                                                                                                   \
  static double read_##Name(const Name *value) {                                                   \
    double all = 1;                                                                                \
    for (;;)                                                                                       \
      switch (value->tag) {                                                                        \
      case NUMBER:                                                                                 \
        return all * value->is.number;                                                             \
      case PLACE:                                                                                  \
        return all * *value->is.place;                                                             \
      default:                                                                                     \
        all *= read_##Name(&value->is.list[0]);                                                    \
        value = &value->is.list[1];                                                                \
      }                                                                                            \
  }                                                                                                \
                                                                                                   \
  __attribute__((noinline)) static void swap_##Name(Name *a, Name *b) {                            \
    Name held = *a;                                                                                \
    *a = *b;                                                                                       \
    *b = held;                                                                                     \
  }

VALUES(Plain, struct)
VALUES(Tagged, union)

#define PLACES_AND_NUMBERS(Name)                                                                   \
  for (size_t i = 0; i < n; i++)                                                                   \
    if (i % 2)                                                                                     \
      values[i].tag = NUMBER, values[i].is.number = in[i] * in[0];                                 \
    else                                                                                           \
      values[i].tag = PLACE, values[i].is.place = &in[i];                                          \
  for (size_t i = 0; i + 1 < n; i++)                                                               \
    swap_##Name(&values[i], &values[i + 1]);                                                       \
  double sum = 0;                                                                                  \
  for (size_t i = 0; i < n; i++)                                                                   \
    sum += read_##Name(&values[i]) * read_##Name(&values[(i + 1) % n]);                            \
  out[0] = sum;

PRIMAL(plain) {
  Plain values[4];
  PLACES_AND_NUMBERS(Plain)
  (void)m;
}
SECOND(plain, 3, 1, 0.4, 1.3)

PRIMAL(tagged) {
  Tagged values[4];
  PLACES_AND_NUMBERS(Tagged)
  (void)m;
}
SECOND(tagged, 3, 1, 0.4, 1.3)

/* Copied by a length that only run time knows. */
__attribute__((noinline)) static void exchange(Plain *a, Plain *b, size_t count) {
  Plain held[2];
  memcpy(held, a, count * sizeof *a);
  memcpy(a, b, count * sizeof *a);
  memcpy(b, held, count * sizeof *a);
}

PRIMAL(exchanged) {
  Plain values[4];
  for (size_t i = 0; i < n; i++)
    if (i % 2)
      values[i].tag = NUMBER, values[i].is.number = in[i] * in[0];
    else
      values[i].tag = PLACE, values[i].is.place = &in[i];
  for (size_t i = 0; i + 1 < n; i++)
    exchange(&values[i], &values[i + 1], m);
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += read_Plain(&values[i]) * read_Plain(&values[(i + 1) % n]);
  out[0] = sum;
}
SECOND(exchanged, 3, 1, 0.4, 1.3)

/* The lists are followed as well, one inside of another. */
PRIMAL(nested) {
  Plain values[4], pair[2], inner[2];
  inner[0].tag = NUMBER, inner[0].is.number = sin(in[0]) * in[1];
  inner[1].tag = PLACE, inner[1].is.place = &in[1];
  pair[0].tag = LIST, pair[0].is.list = inner;
  pair[1].tag = PLACE, pair[1].is.place = &in[0];
  for (size_t i = 0; i < n; i++)
    switch (i % 3) {
    case 0:
      values[i].tag = LIST, values[i].is.list = pair;
      break;
    case 1:
      values[i].tag = PLACE, values[i].is.place = &in[i];
      break;
    default:
      values[i].tag = NUMBER, values[i].is.number = in[i] * in[0];
    }
  for (size_t i = 0; i + 1 < n; i++)
    if (read_Plain(&values[i]) < read_Plain(&values[i + 1]))
      swap_Plain(&values[i], &values[i + 1]);
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += (double)(i + 1) * read_Plain(&values[i]) * read_Plain(&values[(i + 1) % n]);
  out[0] = sum;
  (void)m;
}
SECOND(nested, 3, 1, 0.4, 1.3)

int main(void) {
  plain_second();
  tagged_second();
  exchanged_second();
  nested_second();
  return oracle_exit();
}
