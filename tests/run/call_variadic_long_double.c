/* Variable arguments of 16 bytes among others, read in a loop: each begins at the next multiple. */
#include "oracle.h"

#include <stdarg.h>

struct pair {
  double a, b;
};

__attribute__((noinline)) static double sum(int count, ...) {
  va_list list;
  va_start(list, count);
  double result = 0;
  for (int i = 0; i < count; i++) {
    double a = va_arg(list, double);
    long double l = va_arg(list, long double);
    int k = va_arg(list, int);
    result += a * (double)l * k;
  }
  va_end(list);
  return result;
}
__attribute__((noinline)) static double with_pair(int count, ...) {
  va_list list;
  va_start(list, count);
  double result = 0;
  while (count--)
    result += va_arg(list, double);
  long double l = va_arg(list, long double);
  struct pair pair = va_arg(list, struct pair);
  va_end(list);
  return result * (double)l + pair.a * pair.b;
}
PRIMAL(variadic) {
  struct pair pair = {in[0], in[1] * in[1]};
  out[0] = sum(2, in[0], (long double)in[1] * 2, 3, in[0] * in[1], (long double)in[0], 2);
  out[1] = with_pair(1, in[0], (long double)in[1], pair) +
           with_pair(2, in[0], in[1], (long double)in[0], pair);
  (void)n, (void)m;
}
ORACLE_MAIN(variadic, 2, 2, 0.5, 2)
