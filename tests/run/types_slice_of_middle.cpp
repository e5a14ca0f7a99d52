/* A structure by value whose middle, from the padding behind its first member to the integer behind a
 * double, moves as a slice: its words are those of the structure, though it ends within one. */
#include "oracle.h"
typedef struct { short f0; double f1; int f2; float f3[2]; } S1;
static S1 mod1(S1 s, double x) { s.f3[1] = s.f3[1] * 0.7f + (float)(x * s.f3[0] * 0.3); s.f0 = (s.f0 + 1) & 3; return s; }
static double sum1(const S1 *p) { S1 s = *p; return s.f1 * 0.6 + s.f3[0] * 0.8 + s.f3[1] * 0.9; }
static S1 ini1(const double *in, size_t n, int i) { S1 s; memset(&s, 0, sizeof s); s.f0 = (i + 0) & 3; s.f1 = (double)(in[(i + 1) % n] * 1); s.f2 = (i + 2) & 3; s.f3[0] = (float)(in[(i + 3) % n] * 0.5); s.f3[1] = (float)(in[(i + 4) % n] * 1);  return s; }
PRIMAL(f) {
  S1 a1[4], *h1 = (S1 *)malloc(3 * sizeof(S1)); for (int i = 0; i < 4; i++) a1[i] = ini1(in, n, i); for (int i = 0; i < 3; i++) h1[i] = ini1(in, n, i + 1);
  double x = in[0];
  { S1 *p = x > 0.4 ? &h1[2] : &a1[1]; *p = mod1(*p, x); a1[0] = *p; }
  for (int i = 0; i < 4; i++) out[i & 1] += 0.1 * sum1(&a1[i]); for (int i = 0; i < 3; i++) out[0] += 0.1 * sum1(&h1[i]); free(h1);
  out[1] += x;
}
ORACLE(f, 4, 2, 0.2, 0.8)
int main() { oracle_precision = 1.2e-7; oracle_spare_points = 3; f_oracle(); return oracle_exit(); }
