/* Words that count first and hold numbers then. */
#include "oracle.h"
#define NI __attribute__((noinline))
typedef uint64_t W;
static inline W dw(double d) {
  W w;
  memcpy(&w, &d, 8);
  return w;
}
static inline double wd(W w) {
  double d;
  memcpy(&d, &w, 8);
  return d;
}
NI static void copy(W *to, const W *from, int k) {
  for (int i = 0; i < k; i++)
    to[i] = from[i];
}
NI static void clear(W *to, int k) {
  for (int i = 0; i < k; i++)
    to[i] = 0;
}
NI static void count(W *h, const int *x, int k) {
  for (int i = 0; i < k; i++)
    h[x[i]]++;
}
PRIMAL(m3) {
  W h[4] = {0};
  int x[6] = {0, 1, 1, 3, 2, 1};
  count(h, x, 6);
  for (int i = 0; i < 4; i++)
    h[i] = dw((double)h[i] * in[i] * in[0]);
  W g[4];
  copy(g, h, 4);
  out[0] = wd(g[0]) + wd(g[1]) * wd(g[2]) + wd(g[3]);
}
PRIMAL(m4) {
  W h[4] = {0};
  int x[6] = {0, 1, 1, 3, 2, 1};
  count(h, x, 6);
  double f[4];
  for (int i = 0; i < 4; i++)
    f[i] = (double)h[i] * in[i] * in[0];
  memcpy(h, f, 32);
  W g[4];
  copy(g, h, 4);
  memcpy(f, g, 32);
  out[0] = f[0] + f[1] * f[2] + f[3];
}
PRIMAL(m5) {
  union {
    W w[4];
    double d[4];
  } u, v;
  int x[6] = {0, 1, 1, 3, 2, 1};
  clear(u.w, 4);
  count(u.w, x, 6);
  for (int i = 0; i < 4; i++)
    u.d[i] = (double)u.w[i] * in[i] * in[0];
  copy(v.w, u.w, 4);
  out[0] = v.d[0] + v.d[1] * v.d[2] + v.d[3];
}
ORACLE(m3, 4, 1, 0.2, 0.9)
ORACLE(m4, 4, 1, 0.2, 0.9)
ORACLE(m5, 4, 1, 0.2, 0.9)
int main(void) {
  m3_oracle();
  m4_oracle();
  m5_oracle();
  return oracle_exit();
}
