/* Structures among variable arguments: in registers of each kind, in memory because they are large
 * or because the registers are used up, aligned, and changed by the callee before it reads them. */
#include "oracle.h"
#include <stdarg.h>
typedef struct {
  double re, im;
} Pair;
typedef struct {
  double value;
  int weight;
} Weighted;
typedef struct {
  float x, y, z;
} Colour;
typedef struct {
  float x, y;
} Point;
typedef struct {
  double a[4];
  int n;
} Large;
typedef struct {
  long double wide;
  double by;
} Wide;
typedef struct {
  int year, month, day;
} Date;
static double fold(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  double s = 0;
  for (int k = 1; *kinds; kinds++, k++)
    switch (*kinds) {
    case 'd':
      s += va_arg(list, double) * k;
      break;
    case 'P': {
      Pair p = va_arg(list, Pair);
      s += p.re * p.im * k;
      break;
    }
    case 'W': {
      Weighted w = va_arg(list, Weighted);
      s += w.value * w.weight * k;
      break;
    }
    case 'C': {
      Colour c = va_arg(list, Colour);
      s += (double)c.x * c.y + c.z * k;
      break;
    }
    case 'p': {
      Point p = va_arg(list, Point);
      s += (double)p.x * p.y * k;
      break;
    }
    case 'L': {
      Large l = va_arg(list, Large);
      for (int i = 0; i < l.n; i++)
        s += l.a[i] * l.a[i] * k;
      break;
    }
    case 'X': {
      Wide w = va_arg(list, Wide);
      s += (double)(w.wide * w.by) * k;
      break;
    }
    case 'D': {
      Date date = va_arg(list, Date);
      s *= 1 + 0.125 * (date.year % 4 + date.month + date.day);
      break;
    }
    default:
      s = va_arg(list, double (*)(double))(s);
    }
  va_end(list);
  return s;
}
static Large shared;
/* What is passed was copied before `shared` changes. */
static __attribute__((noinline)) double late(double factor, ...) {
  shared.a[0] = factor;
  va_list list;
  va_start(list, factor);
  Large first = va_arg(list, Large);
  double then = va_arg(list, double);
  va_end(list);
  return first.a[0] * then + shared.a[0];
}
PRIMAL(structures) {
  (void)n, (void)m;
  double a = in[0], b = in[1], c = in[2];
  Large large = {{a, b, c, 7}, 3};
  out[0] = fold("dPLdWX", a, (Pair){b, c}, large, b, (Weighted){c * a, 3}, (Wide){a, b});
  out[1] = fold("DDDLPd", (Date){2024, 2, 28}, (Date){2025, 12, 31}, (Date){2028, 2, 29}, large,
                (Pair){a, b}, c) *
           0.01;
  out[2] = fold("dPPPPWWPf", a, (Pair){a, b}, (Pair){b, c}, (Pair){c, a}, (Pair){a, c},
                (Weighted){b, 2}, (Weighted){c, 5}, (Pair){a, a}, atan);
  out[3] = fold("CpdCLp", (Colour){0.5f, 0.25f, 2}, (Point){2, 3}, a, (Colour){1, 2, 3}, large,
                (Point){1, 0.5f});
  shared = large;
  out[4] = late(b, shared, c);
}
ORACLE_MAIN(structures, 3, 5, 0.5, 1.5)
