/* Loops that a goto enters in the middle: two entries, three, one loop inside another. */
#include "oracle.h"

static double two_entries(double x, int from) {
  int i = 0;
  if (from > 3)
    goto inside;
loop:
  x = x * x * 0.9;
  i++;
inside:
  x = x + 0.1 * x * i;
  i += from;
  if (i < 20)
    goto loop;
  return x;
}

/* The state machine of a root finder: where it starts depends on what is known. */
static double three_entries(double x, int known) {
  double low = 0.1, high = 2, middle = 1;
  int steps = 0;
  switch (known) {
  case 0:
    goto bisect;
  case 1:
    goto secant;
  default:
    goto done;
  }
bisect:
  middle = 0.5 * (low + high);
  if (middle * middle > x)
    high = middle;
  else
    low = middle;
  if (++steps < 4)
    goto bisect;
secant:
  middle = middle - (middle * middle - x) / (2 * middle);
  steps++;
  if (steps % 3 != 0)
    goto secant;
  high = high + 0.01 * middle;
done:
  low = 0.5 * (low + middle);
  if (steps++ < 9)
    goto secant;
  return low * high + middle;
}

static double nested(double x, int n) {
  double sum = 0;
  int i = 0, j = 0;
  if (n > 4)
    goto inner;
outer:
  j = 0;
  sum += x;
inner:
  while (j < n) {
    sum = sum * 0.5 + x * x * j;
    j++;
  }
  i++;
  if (i < n)
    goto outer;
  return sum;
}

static double of_memory(double x, int from) {
  double v[8] = {x, x * x, 1, 2, x + 3, 4, 5 * x, 6};
  int i = from;
  if (from & 1)
    goto middle;
next:
  v[i & 7] *= v[(i + 1) & 7] * 0.25;
middle:
  v[(i + 2) & 7] += v[i & 7] * v[i & 7];
  i += 3;
  if (i < 14)
    goto next;
  return v[0] + v[3] * v[5] + v[7];
}

#define CHECK(f, x, n)                                                                             \
  do {                                                                                             \
    double reverse = __enzyme_autodiff((void *)f, (double)(x), (int)(n));                          \
    double forward = __enzyme_fwddiff((void *)f, (double)(x), 1.0, (int)(n));                      \
    double h = 1e-5, central = (f((x) + h, n) - f((x) - h, n)) / (2 * h);                          \
    CLOSE(reverse, forward);                                                                       \
    CLOSE_TO(reverse, central, 1e-6);                                                              \
  } while (0)

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

int main(void) {
  for (int n = 1; n < 7; n++) {
    CHECK(two_entries, 0.7, n);
    CHECK(nested, 0.6, n);
    CHECK(of_memory, 0.4, n);
  }
  for (int known = 0; known < 3; known++)
    CHECK(three_entries, 1.3, known);
  return oracle_exit();
}
