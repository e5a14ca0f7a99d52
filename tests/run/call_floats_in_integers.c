/* Recursive functions, which cannot be inlined, take, return and store floating point as integers
 * that say nothing of what they hold. */
#include "oracle.h"

#include <string.h>

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static double number_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t grow(uint64_t bits, int times) {
  return times == 0 ? bits : grow(bits_of(number_of(bits) * 1.5), times - 1);
}
static uint64_t pick(const uint64_t *items, int index) {
  if (index == 0)
    return *items;
  uint64_t found = pick(items + 1, index - 1);
  return found;
}
static void fill(uint64_t *items, int last, uint64_t bits) {
  if (last > 0)
    fill(items + 1, last - 1, bits);
  *items = bits;
}

static double grown(double x) {
  double y = number_of(grow(bits_of(x), 3));
  return y * y;
}
static double picked(double x) {
  double powers[4] = {1, x, x * x, x * x * x};
  double y = number_of(pick((const uint64_t *)powers, 3));
  return y * y;
}
static double filled(double x) {
  double items[3] = {x, 1, 1};
  fill((uint64_t *)items, 2, bits_of(x * 2));
  return items[0] * items[1] * items[2];
}

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

int main(void) {
  double x = 0.7, growth = 1.5 * 1.5 * 1.5;
  CLOSE(__enzyme_autodiff((void *)grown, x), 2 * growth * growth * x);
  CLOSE(__enzyme_fwddiff((void *)grown, x, 1.0), 2 * growth * growth * x);
  CLOSE(__enzyme_autodiff((void *)picked, x), 6 * x * x * x * x * x);
  CLOSE(__enzyme_fwddiff((void *)picked, x, 1.0), 6 * x * x * x * x * x);
  CLOSE(__enzyme_autodiff((void *)filled, x), 24 * x * x);
  CLOSE(__enzyme_fwddiff((void *)filled, x, 1.0), 24 * x * x);
  return oracle_exit();
}
