/* Numbers that are kept as integers under a key, and are numbers again behind that. */
// error: integer arithmetic on the bits of floating point
#include <stdint.h>
#include <string.h>
extern void __enzyme_autodiff(void *, ...);
uint64_t key = 0x123456789abcdef;
int count = 8;
static uint64_t rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }
static double f(double *x) {
  uint64_t kept[8];
  for (int i = 0; i < count; i++) {
    uint64_t word;
    memcpy(&word, x + i, sizeof word);
    kept[i] = rotated(word, 13) ^ key;
  }
  double sum = 0;
  for (int i = 0; i < count; i++) {
    uint64_t word = rotated(kept[i] ^ key, 51);
    double v;
    memcpy(&v, &word, sizeof v);
    sum += v * v * x[i];
  }
  return sum;
}
void grad(double *x, double *dx) { __enzyme_autodiff((void *)f, x, dx); }
