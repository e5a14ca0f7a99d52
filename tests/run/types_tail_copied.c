/* Records with a tail (a float, a character, a float) that is copied apart from its head, in an array with
 * copies of structures of doubles beside it: what is read from the first member says nothing of
 * the others. */
// levels: O0 O1 O2 O3 raw debug
#include "oracle.h"
typedef struct { double w; double u, v; } Q;
typedef struct { double a; float b; char c; float d; } S;
static S mod(S s, double x) { s.a = s.a * 0.7 + x * s.b * 0.3; s.c = (s.c + 1) & 3; return s; }
static void upd(S *p, const S *q, double x) { S t = *q; *p = mod(t, x); }
static double sum(const S *p) { S s = *p; double r = s.a * 0.5 + s.b * 0.6; r += 0.01 * s.c; return r + s.d * 0.9; }
static S ini(const double *in, int i) { S s; memset(&s, 0, sizeof s); s.a = in[i % 4]; s.b = (float)in[(i + 1) % 4]; s.c = i & 3; s.d = (float)(in[i % 4] * 0.5); return s; }
PRIMAL(f) {
  Q e[4], g[3]; for (int i = 0; i < 4; i++) { e[i].w = in[i]; e[i].u = in[0]; e[i].v = in[1]; } for (int i = 0; i < 3; i++) { g[i].w = in[i + 1]; g[i].u = in[2]; g[i].v = in[3]; }
  S a[4], *h = malloc(3 * sizeof(S)); for (int i = 0; i < 4; i++) a[i] = ini(in, i); for (int i = 0; i < 3; i++) h[i] = ini(in, i + 1);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 3; j++) { memcpy(&h[1].b, &h[2].b, 16); h[j] = h[(j + 2) % 3]; upd(&a[2], &h[(j + 2) % 3], in[0]); }
    e[i + 1] = g[(i + 2) % 3];
    for (int j = 0; j < 4; j++) upd(&a[0], &a[j], in[0]);
  }
  h[0] = mod(h[0], in[0]); a[0] = h[0];
  for (int i = 0; i < 4; i++) out[0] += 0.1 * (e[i].w + e[i].u * e[i].v); for (int i = 0; i < 3; i++) out[0] += 0.1 * (g[i].w + g[i].u);
  for (int i = 0; i < 4; i++) out[i & 1] += 0.1 * sum(&a[i]); for (int i = 0; i < 3; i++) out[0] += 0.1 * sum(&h[i]); free(h);
}
ORACLE(f, 4, 2, 0.2, 0.8)
int main() { oracle_precision = 1.2e-7; f_oracle(); return oracle_exit(); }
