/* Tagged unions of a float, or two, and a pointer that change places in an array: LLVM makes one
 * move of the loop, within the array, where floats come to lie where there was a pointer. */
#include "oracle.h"
#define TAGGED(Name, NUMBER, SET, GET)                                                             \
  typedef struct {                                                                                 \
    union {                                                                                        \
      NUMBER number;                                                                               \
      double *pointer;                                                                             \
    } as;                                                                                          \
    int tag;                                                                                       \
  } Name;                                                                                          \
  __attribute__((noinline)) static Name Name##_make(int i, double x, double *cells) {              \
    Name t = {.tag = i % 2};                                                                       \
    if (t.tag) {                                                                                   \
      cells[i] = 0.5 * x;                                                                          \
      t.as.pointer = &cells[i];                                                                    \
    } else {                                                                                       \
      SET(t.as.number, x);                                                                         \
    }                                                                                              \
    return t;                                                                                      \
  }                                                                                                \
  __attribute__((noinline)) static double Name##_value(Name t) {                                   \
    return t.tag ? *t.as.pointer * 0.5 : GET(t.as.number);                                         \
  }

#define ROTATED(primal, Name, FIRST, LAST, LOOP, NEXT)                                             \
  PRIMAL(primal) {                                                                                 \
    (void)m;                                                                                       \
    double cells[6];                                                                               \
    Name all[6];                                                                                   \
    for (int i = 0; i < 6; i++)                                                                    \
      all[i] = Name##_make(i, in[(size_t)i % n] * (i + 1), cells);                                 \
    Name end = all[FIRST];                                                                         \
    for (LOOP)                                                                                     \
      all[i] = all[NEXT];                                                                          \
    all[LAST] = end;                                                                               \
    for (int i = 0; i < 6; i++)                                                                    \
      out[0] += Name##_value(all[i]) * (i + 1);                                                    \
  }                                                                                                \
  ORACLE(primal, 3, 1, 0.5, 1.5)
#define DOWN                                                                                       \
  0, 5, int i = 0;                                                                                 \
  i < 5;                                                                                           \
  i++, i + 1
#define UP                                                                                         \
  5, 0, int i = 5;                                                                                 \
  i > 0;                                                                                           \
  i--, i - 1
#define ROTATED_BY(primal, Name, WAY) ROTATED(primal, Name, WAY)

typedef struct {
  float a, b;
} Pair;
#define SET_FLOAT(number, x) number = (float)(x)
#define GET_FLOAT(number) number * 2
#define SET_PAIR(number, x) number.a = (float)(x), number.b = (float)((x) * (x))
#define GET_PAIR(number) number.a * 2 + number.b
TAGGED(One, float, SET_FLOAT, GET_FLOAT)
TAGGED(Two, Pair, SET_PAIR, GET_PAIR)
ROTATED_BY(one_down, One, DOWN)
ROTATED_BY(one_up, One, UP)
ROTATED_BY(two_down, Two, DOWN)
ROTATED_BY(two_up, Two, UP)

int main(void) {
  oracle_precision = 1.2e-7;
  one_down_oracle();
  one_up_oracle();
  two_down_oracle();
  two_up_oracle();
  return oracle_exit();
}
