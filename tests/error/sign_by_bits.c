/* A sign that is put to a number's bits in an array of integers. Of a square LLVM knows that it has
 * none, and joins the two as if they were side by side. */
// error: integer arithmetic on the bits
// flags: -ffast-math
#include <stdint.h>
#include <string.h>
extern void __adcc_autodiff(void *, ...);
static uint32_t bits_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
static double alternating(const double *in, int n) {
  uint32_t signs[64];
  double sum = 0;
  for (int i = 0; i < n; i++)
    signs[i] = bits_of((float)(in[i] * in[i])) ^ (uint32_t)i << 31;
  for (int i = 0; i < n; i++)
    signs[i] = signs[(i + 1) % n];
  for (int i = 0; i < n; i++) {
    float number;
    memcpy(&number, &signs[i], sizeof number);
    sum += number * i;
  }
  return sum;
}
void gradient(const double *x, double *dx, int n) {
  __adcc_autodiff((void *)alternating, x, dx, n);
}
