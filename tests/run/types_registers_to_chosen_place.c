/* Structures of a short, a float and a double, by value in registers, at a place that is chosen at run
 * time: the integer in which the first two travel is no member of theirs. */
#include "oracle.h"
typedef struct { short f0; float f1; double f2; } S1;
__attribute__((noinline)) static S1 mod1(S1 s, double x) { s.f2 = s.f2 * 0.7 + x * s.f1 * 0.3; s.f0 = (s.f0 + 1) & 3; return s; }
static double sum1(const S1 *p) { S1 s = *p; return s.f1 * 0.6 + s.f2 * 0.7; }
static S1 ini1(const double *in, size_t n, int i) { S1 s; memset(&s, 0, sizeof s); s.f0 = (i + 0) & 3; s.f1 = (float)(in[(i + 1) % n] * 1); s.f2 = (double)(in[(i + 2) % n] * 0.5);  return s; }
PRIMAL(f) {
  S1 a1[4]; for (int i = 0; i < 4; i++) a1[i] = ini1(in, n, i); 
  double x = in[0];
  for (int j = 0; j < 2; j++) { a1[(j + 1) % 4] = mod1(a1[1], x); { S1 *p = x > 0.4 ? &a1[1] : &a1[2]; *p = mod1(*p, x); a1[0] = *p; }  }
  for (int i = 0; i < 4; i++) out[i & 1] += 0.1 * sum1(&a1[i]); 
}
ORACLE(f, 4, 2, 0.2, 0.8)
int main() { oracle_precision = 1.2e-7; oracle_spare_points = 3; f_oracle(); return oracle_exit(); }
