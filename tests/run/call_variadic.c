/* Functions with variable arguments: sums, a format that names the kinds, pointers up to a null, a
 * va_list that is passed on or copied, and messages. */
#include "oracle.h"
#include <stdarg.h>
static double sum(int count, ...) {
  va_list list;
  va_start(list, count);
  double total = 0;
  for (int i = 0; i < count; i++) {
    double value = va_arg(list, double);
    total += value * value * (i + 1);
  }
  va_end(list);
  return total;
}
static double mixed(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  double result = 1;
  for (; *kinds; kinds++)
    if (*kinds == 'd')
      result *= va_arg(list, double);
    else
      result += va_arg(list, int);
  result += va_arg(again, double);
  va_end(again);
  va_end(list);
  return result;
}
static void scale_each(double factor, va_list list) {
  for (double *place; (place = va_arg(list, double *));)
    *place *= factor;
}
static void scale(double factor, ...) {
  va_list list;
  va_start(list, factor);
  scale_each(factor, list);
  va_end(list);
}
__attribute__((noinline)) static long double pick(int which, ...) {
  va_list list;
  va_start(list, which);
  long double result = 0;
  for (int i = 0; i <= which; i++)
    result = i % 2 ? (long double)va_arg(list, double) : va_arg(list, long double);
  va_end(list);
  return result;
}
__attribute__((noinline)) static int note(char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text, 80, format, list);
  va_end(list);
  return length;
}
/* Reads the arguments twice. */
__attribute__((noinline)) static double twice(va_list list) {
  va_list again;
  va_copy(again, list);
  double sum = va_arg(list, double) + va_arg(list, double);
  sum *= va_arg(again, double);
  sum *= va_arg(again, double);
  va_end(again);
  return sum;
}
__attribute__((noinline)) static double read_twice(int count, ...) {
  va_list list;
  va_start(list, count);
  double result = twice(list) + twice(list);
  va_end(list);
  return result;
}
/* Behind pointers, one of which is known. */
typedef struct {
  int least;
  int (*note)(char *text, const char *format, ...);
  double (*fold)(int count, ...);
} Callbacks;
__attribute__((noinline)) static double call_back(const Callbacks *callbacks, double x, double y) {
  char text[80];
  int length = callbacks->note(text, "%d: %g\n", callbacks->least, x);
  return length > callbacks->least ? callbacks->fold(2, x, y) : y;
}
PRIMAL(variadic) {
  (void)n, (void)m;
  Callbacks callbacks = {3, note, in[2] > 0 ? sum : read_twice};
  double a = in[0] * in[1], b = in[1];
  char text[80];
  scale(in[2], &a, &b, (double *)NULL);
  int length = note(text, "%d: %g %g\n", 3, a, b);
  out[0] = sum(3, in[0], in[1] * in[2], a) + (length < 4 ? b : a);
  out[1] = mixed("did", in[1], 3, b) + sum(1, b) + read_twice(4, in[0], in[1], a, b);
  out[1] += call_back(&callbacks, in[0] * b, in[1]);
  out[2] = (double)pick(2, (long double)a, b, (long double)in[0] * b, in[1]) * in[2];
}
ORACLE_MAIN(variadic, 3, 3, 0.5, 2.0)
