/* An array that grows after records of another came into it, of which LLVM goes through two at a time: the
 * block that is kept ends in the middle of what repeats. */
#include "oracle.h"
typedef struct { long f0; float f1; double f2; float f3; } S0;
static S0 mod0(S0 s, double x) { s.f1 = s.f1 * (float)0.7 + (float)(x * s.f1 * 0.3); s.f0 = (s.f0 + 1) & 3; return s; }
static void upd0(S0 *p, const S0 *q, double x) { S0 t = *q; *p = mod0(t, x); }
static double sum0(const S0 *p) { S0 s = *p; double r = 0; r += s.f0 * r * 0.1; r += s.f1 * 0.6; r += s.f2 * 0.7; r += s.f3 * 0.8; return r; }
static S0 ini0(const double *in, size_t n, int i) { S0 s; memset(&s, 0, sizeof s); s.f0 = (i + 0) & 3; s.f1 = (float)(in[(i + 1) % n] * 1); s.f2 = (double)(in[(i + 2) % n] * 1); s.f3 = (float)(in[(i + 3) % n] * 0.5);  return s; }
PRIMAL(f) {
  S0 a0[4], *h0 = (S0 *)malloc(3 * sizeof(S0)); int c0 = 3; for (int i = 0; i < 4; i++) a0[i] = ini0(in, n, i); for (int i = 0; i < 3; i++) h0[i] = ini0(in, n, i + 1);
  double x = in[0];
  { S0 t = h0[0]; h0[0] = a0[1]; a0[1] = t; }
  h0 = (S0 *)realloc(h0, (c0 + 1) * sizeof(S0)); h0[c0++] = h0[1];
  { S0 *p = x > 0.4 ? &a0[0] : &a0[2]; *p = mod0(*p, x); a0[0] = *p; }
  for (int i = 0; i < 4; i++) out[i & 1] += 0.1 * sum0(&a0[i]); for (int i = 0; i < c0; i++) out[0] += 0.1 * sum0(&h0[i]); free(h0);
}
ORACLE(f, 4, 2, 0.2, 0.8)
int main() { oracle_precision = 1.2e-7; oracle_spare_points = 3; f_oracle(); return oracle_exit(); }
