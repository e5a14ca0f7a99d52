/* Structures of a float and integers in one register, made side by side: vectors of words that LLVM puts
 * together from vectors of floats. */
// levels: O0 O1 O2 O3 raw debug
#include "oracle.h"
typedef struct { float f0; char f1; float f2; unsigned b3 : 4; } S0;
typedef struct { int f0; long f1[2]; double fx; char f2; S0 s3; } S1;
__attribute__((noinline)) static S0 mod0(S0 s, double x) { s.f0 = s.f0 * (float)0.7 + (float)(x * s.f2 * 0.3); s.f0 = s.f0 * (float)0.7 + (float)(x * s.f0 * 0.3); s.b3 = (s.b3 + 1) & 3; return s; }
__attribute__((noinline)) static void upd0(S0 *p, const S0 *q, double x) { S0 t = *q; *p = mod0(t, x); }
static double sum0(const S0 *p) { S0 s = *p; double r = 0; r += s.f0 * 0.5; r += s.f1 * r * 0.1; r += s.f2 * 0.7; r += s.b3 * r * 0.1; return r; }
static S0 ini0(const double *in, size_t n, int i) { S0 s; memset(&s, 0, sizeof s); s.f0 = (float)(in[(i + 0) % n] * 0.5); s.f1 = (i + 1) & 3; s.f2 = (float)(in[(i + 2) % n] * 1); s.b3 = (i + 3) & 3;  return s; }
__attribute__((noinline)) static S1 mod1(S1 s, double x) { s.s3.f2 = s.s3.f2 * (float)0.7 + (float)(x * s.s3.f0 * 0.3); s.fx = s.fx * (double)0.7 + (double)(x * s.s3.f2 * 0.3); s.fx = s.fx * (double)0.7 + (double)(x * s.s3.f0 * 0.3); s.f0 = (s.f0 + 1) & 3; return s; }
__attribute__((noinline)) static void upd1(S1 *p, const S1 *q, double x) { S1 t = *q; *p = mod1(t, x); }
static double sum1(const S1 *p) { S1 s = *p; double r = 0; r += s.f0 * r * 0.1; r += s.f1[0] * r * 0.1; r += s.f1[1] * r * 0.1; r += s.fx * 0.8; r += s.f2 * r * 0.1; r += s.s3.f0 * 1.0; r += s.s3.f1 * r * 0.1; r += s.s3.f2 * 1.2; r += s.s3.b3 * r * 0.1; return r; }
static S1 ini1(const double *in, size_t n, int i) { S1 s; memset(&s, 0, sizeof s); s.f0 = (i + 0) & 3; s.f1[0] = (i + 1) & 3; s.f1[1] = (i + 2) & 3; s.fx = (double)(in[(i + 3) % n] * 0.5); s.f2 = (i + 4) & 3; s.s3.f0 = (float)(in[(i + 5) % n] * in[0]); s.s3.f1 = (i + 6) & 3; s.s3.f2 = (float)(in[(i + 7) % n] * 0.5); s.s3.b3 = (i + 8) & 3;  return s; }
PRIMAL(f) {
  S0 a0[4], *h0 = (S0 *)malloc(3 * sizeof(S0)); int c0 = 3; for (int i = 0; i < 4; i++) a0[i] = ini0(in, n, i); for (int i = 0; i < 3; i++) h0[i] = ini0(in, n, i + 1);
  S1 a1[4], *h1 = (S1 *)malloc(3 * sizeof(S1)); int c1 = 3; for (int i = 0; i < 4; i++) a1[i] = ini1(in, n, i); for (int i = 0; i < 3; i++) h1[i] = ini1(in, n, i + 1);
  double x = in[0];
  x = sin(x * 0.5 + 0.1 * sum1(&a1[3]));
  { S1 t = h1[2]; h1[2] = h1[0]; h1[0] = t; }
  upd0(&a0[0], &h0[2], x);
  a0[0] = h0[1];
  { S1 t = a1[0]; a1[0] = a1[0]; a1[0] = t; }
  for (int i = 0; i < 4; i++) out[i & 1] += 0.1 * sum0(&a0[i]); for (int i = 0; i < c0; i++) out[0] += 0.1 * sum0(&h0[i]); free(h0);
  for (int i = 0; i < 4; i++) out[i & 1] += 0.1 * sum1(&a1[i]); for (int i = 0; i < c1; i++) out[0] += 0.1 * sum1(&h1[i]); free(h1);
  out[1] += x;
}
ORACLE(f, 4, 2, 0.2, 0.8)
int main() { oracle_precision = 1.2e-7; oracle_spare_points = 3; f_oracle(); return oracle_exit(); }
