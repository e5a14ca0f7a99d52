/* Numbers whose bytes are turned round before they are stored as integers, and are numbers again behind that. */
// error: no derivative is known for 'llvm.bswap.i64'
#include <stdint.h>
#include <string.h>
extern void __enzyme_autodiff(void *, ...);
static double f(double *x, int n) {
  uint64_t sent[16];
  for (int i = 0; i < n; i++) {
    double v = x[i] * x[i];
    uint64_t word;
    memcpy(&word, &v, sizeof v);
    sent[i] = __builtin_bswap64(word);
  }
  double sum = 0;
  for (int i = 0; i < n; i++) {
    uint64_t word = __builtin_bswap64(sent[i]);
    double v;
    memcpy(&v, &word, sizeof v);
    sum += v * (i + 1);
  }
  return sum;
}
void grad(double *x, double *dx, int n) { __enzyme_autodiff((void *)f, x, dx, n); }
