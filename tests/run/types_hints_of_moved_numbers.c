/* Numbers that are moved as words, in loops of unknown length: the hint says what they are, of so
 * many bytes as are known or not. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_float(void *, size_t), __enzyme_double(void *, size_t);
void __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);

__attribute__((noinline)) static void copy_doubles(uint64_t *to, uint64_t *from, size_t n) {
  __enzyme_double(from, 16);
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
}
__attribute__((noinline)) static void copy_floats(uint32_t *to, uint32_t *from, size_t n) {
  __enzyme_float(from, 4 * 2);
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
}
__attribute__((noinline)) static void copy_many(uint32_t *to, uint32_t *from, size_t n) {
  __enzyme_float(from, n * 4);
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
}

int main(void) {
  double x[2] = {1, 2}, dx[2] = {0}, y[2], dy[2] = {3, 4};
  __enzyme_autodiff((void *)copy_doubles, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const,
                    (size_t)2);
  CLOSE(dx[0], 3);
  CLOSE(dx[1], 4);
  CLOSE(dy[1], 0);
  __enzyme_fwddiff((void *)copy_doubles, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const,
                   (size_t)2);
  CLOSE(dy[1], 4);
  float f[2] = {1, 2}, df[2] = {0}, g[2], dg[2] = {3, 4};
  __enzyme_autodiff((void *)copy_floats, enzyme_dup, g, dg, enzyme_dup, f, df, enzyme_const,
                    (size_t)2);
  CLOSE(df[0], 3);
  CLOSE(df[1], 4);
  dg[0] = 5;
  dg[1] = 6;
  __enzyme_autodiff((void *)copy_many, enzyme_dup, g, dg, enzyme_dup, f, df, enzyme_const,
                    (size_t)2);
  CLOSE(df[0], 8);
  CLOSE(df[1], 10);
  return oracle_exit();
}
