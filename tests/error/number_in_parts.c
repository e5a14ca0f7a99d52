/* A number that goes to memory in parts, how many is not known, and is put together again. */
// error: integer arithmetic on the bits
#include <stdint.h>
#include <string.h>
extern void __adcc_autodiff(void *, ...);
extern int adcc_dup, adcc_const;
static void write_word(unsigned char *bytes, uint64_t word, int count) {
  for (int i = 0; i < count; i++)
    bytes[i] = (unsigned char)(word >> (8 * i));
}
static uint64_t read_word(const unsigned char *bytes, int count) {
  uint64_t word = 0;
  for (int i = 0; i < count; i++)
    word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}
void f(const double *in, int count, double *out) {
  unsigned char bytes[8] = {0};
  double number = *in * *in;
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  write_word(bytes, word, count);
  word = read_word(bytes, count);
  memcpy(&number, &word, sizeof number);
  *out = number * number;
}
void df(double *x, double *dx, int count, double *y, double *dy) {
  __adcc_autodiff((void *)f, adcc_dup, x, dx, adcc_const, count, adcc_dup, y, dy);
}
