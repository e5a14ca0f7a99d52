/* An array of records with integers that grows by a copy of one of its own: the block moves as a whole. */
#include "oracle.h"
typedef struct { int f0; int f1[2]; float f2; float f3; } S0;
typedef struct { unsigned b0 : 10; long f1[3]; double f2[2]; } S1;
__attribute__((noinline)) static S0 mod0(S0 s, double x) { s.f3 = s.f3 * (float)0.7 + (float)(x * s.f3 * 0.3); s.f1[1] = (s.f1[1] + 1) & 3; return s; }
__attribute__((noinline)) static void upd0(S0 *p, const S0 *q, double x) { S0 t = *q; *p = mod0(t, x); }
static double sum0(const S0 *p) { S0 s = *p; double r = 0; r += s.f0 * r * 0.1; r += s.f1[0] * r * 0.1; r += s.f1[1] * r * 0.1; r += s.f2 * 0.8; r += s.f3 * 0.9; return r; }
static S0 ini0(const double *in, size_t n, int i) { S0 s; memset(&s, 0, sizeof s); s.f0 = (i + 0) & 3; s.f1[0] = (i + 1) & 3; s.f1[1] = (i + 2) & 3; s.f2 = (float)(in[(i + 3) % n] * 1); s.f3 = (float)(in[(i + 4) % n] * 1);  return s; }
static S1 mod1(S1 s, double x) { s.f2[0] = s.f2[0] * (double)0.7 + (double)(x * s.f2[1] * 0.3); s.f2[1] = s.f2[1] * (double)0.7 + (double)(x * s.f2[1] * 0.3); s.f1[1] = (s.f1[1] + 1) & 3; return s; }
static void upd1(S1 *p, const S1 *q, double x) { S1 t = *q; *p = mod1(t, x); }
static double sum1(const S1 *p) { S1 s = *p; double r = 0; r += s.b0 * r * 0.1; r += s.f1[0] * r * 0.1; r += s.f1[1] * r * 0.1; r += s.f1[2] * r * 0.1; r += s.f2[0] * 0.9; r += s.f2[1] * 1.0; return r; }
static S1 ini1(const double *in, size_t n, int i) { S1 s; memset(&s, 0, sizeof s); s.b0 = (i + 0) & 3; s.f1[0] = (i + 1) & 3; s.f1[1] = (i + 2) & 3; s.f1[2] = (i + 3) & 3; s.f2[0] = (double)(in[(i + 4) % n] * 0.5); s.f2[1] = (double)(in[(i + 5) % n] * 1);  return s; }
PRIMAL(f) {
  S0 *h0 = (S0 *)malloc(3 * sizeof(S0)); int c0 = 3; for (int i = 0; i < 3; i++) h0[i] = ini0(in, n, i + 1);
  double x = in[0];
  h0 = (S0 *)realloc(h0, (c0 + 1) * sizeof(S0)); h0[c0++] = h0[2];
  for (int i = 0; i < c0; i++) out[0] += 0.1 * sum0(&h0[i]); free(h0);
}
ORACLE(f, 4, 2, 0.2, 0.8)
int main() { oracle_precision = 1.2e-7; oracle_spare_points = 3; f_oracle(); return oracle_exit(); }
