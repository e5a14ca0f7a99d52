/* Inline assembly without instructions, as benchmarks keep values and memory from being optimised away. */
#include "oracle.h"

static void keep(double value) { __asm__ volatile("" : : "r,m"(value) : "memory"); }
static void touch(double *value) { __asm__ volatile("" : "+m"(*value) : : "memory"); }
static void touch_either(double *value) { __asm__ volatile("" : "+r,m"(*value) : : "memory"); }
static void forget(void) { __asm__ volatile("" ::: "memory"); }

static double opaque(double value) {
  __asm__ volatile("" : "+x"(value));
  return value;
}

PRIMAL(benchmark) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double square = in[i] * in[i];
    touch(&square);
    sum += opaque(square);
    keep(sum);
    forget();
  }
  __asm__ volatile("" : : "g"(in) : "memory");
  touch_either(&sum);
  double left = in[0], right = in[1];
  __asm__("" : "+x"(left), "+x"(right));
  out[0] += sum * left * right;
}

ORACLE_MAIN(benchmark, 4, 1, 0.5, 1.5)
