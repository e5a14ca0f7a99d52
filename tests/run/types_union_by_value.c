// A union of a double, floats and an integer, passed by value: it is loaded as the double, and whoever
// wants a float takes it from the double's bits, also where paths meet on which it was stored as that.
#include "oracle.h"

typedef union {
  double d;
  float f[2];
  int i;
} Value;
typedef struct {
  int tag;
  Value v;
} Tagged;

static double value_of(Tagged t) {
  switch (t.tag) {
  case 0: return t.v.d * t.v.d;
  case 1: return t.v.f[0] * 3;
  case 2: return t.v.f[0] * t.v.f[1];
  default: return t.v.i;
  }
}
double tagged(double x, int tag) {
  Tagged t = {tag, {0}};
  if (tag == 0)
    t.v.d = sin(x);
  else if (tag == 1)
    t.v.f[0] = (float)(x * x);
  else if (tag == 2)
    t.v.f[0] = (float)x, t.v.f[1] = (float)(2 * x);
  else
    t.v.i = (int)x;
  return value_of(t);
}

// Two of them, of which the double or the float is used.
typedef struct {
  int wide;
  union {
    double d;
    float f;
  } v;
} Number;
static double number_of(Number n) { return n.wide ? n.v.d * n.v.d : n.v.f * 3; }
double either(double x, int wide) {
  Number n;
  n.wide = wide;
  if (wide)
    n.v.d = x;
  else
    n.v.f = (float)x;
  return number_of(n);
}

// A list of them, made by a function.
static Number made(double x, int wide) {
  Number n = {wide, {0}};
  if (wide)
    n.v.d = x;
  else
    n.v.f = (float)x;
  return n;
}
double listed(double x, int count) {
  Number list[6];
  double sum = 0;
  for (int i = 0; i < count; i++)
    list[i] = made(x * (i + 1), i % 2);
  for (int i = 0; i < count; i++)
    sum += number_of(list[i]);
  return sum;
}

double __enzyme_autodiff(void *, double, int);
double __enzyme_fwddiff(void *, double, double, int);

int main(void) {
  const double x = 1.25;
  CLOSE(__enzyme_autodiff((void *)tagged, x, 0), 2 * sin(x) * cos(x));
  CLOSE(__enzyme_autodiff((void *)tagged, x, 1), 6 * x);
  CLOSE(__enzyme_autodiff((void *)tagged, x, 2), 4 * x);
  CLOSE(__enzyme_autodiff((void *)tagged, x, 3), 0);
  CLOSE(__enzyme_autodiff((void *)either, x, 1), 2 * x);
  CLOSE(__enzyme_autodiff((void *)either, x, 0), 3);
  CLOSE(__enzyme_fwddiff((void *)either, x, 1, 0), 3);
  const double listed_by_hand = 3 + 8 * x + 9 + 32 * x + 15;
  CLOSE(__enzyme_autodiff((void *)listed, x, 5), listed_by_hand);
  CLOSE(__enzyme_fwddiff((void *)listed, x, 1, 5), listed_by_hand);
  return oracle_exit();
}
