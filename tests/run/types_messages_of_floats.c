/* The same of floats in words of 32 bits. */
#include "oracle.h"
#define NI __attribute__((noinline))
typedef uint32_t W;
static inline W dw(float d) {
  W w;
  memcpy(&w, &d, 4);
  return w;
}
static inline double wd(W w) {
  float d;
  memcpy(&d, &w, 4);
  return d;
}
NI static W fnv(const W *w, int k) {
  W h = 2166136261u;
  for (int i = 0; i < k; i++) {
    h ^= w[i];
    h *= 16777619u;
  }
  return h;
}
NI static void copy(W *to, const W *from, int k) {
  for (int i = 0; i < k; i++)
    to[i] = from[i];
}
NI static void put(W *m, double a, double b) {
  m[0] = 2;
  m[1] = dw(a);
  m[2] = dw(b);
  m[3] = fnv(m, 3);
}
NI static double get(const W *m) { return fnv(m, 3) == m[3] ? wd(m[1]) * wd(m[2]) : 0; }
struct cell {
  union {
    double value;
    long count;
  } u[3];
};
PRIMAL(k1) {
  oracle_precision = 1.2e-7;
  W m_[4], c[4];
  put(m_, in[0] * in[1], in[2]);
  copy(c, m_, 4);
  out[0] = get(c) + wd(m_[1]);
}
ORACLE(k1, 4, 1, 0.2, 0.9)
int main(void) {
  k1_oracle();
  return oracle_exit();
}
