/* Messages in words: a header, numbers and a checksum over all of them. */
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
NI static W fnv(const W *w, int k) {
  W h = 14695981039346656037ull;
  for (int i = 0; i < k; i++) {
    h ^= w[i];
    h *= 1099511628211ull;
  }
  return h;
}
NI static void copy(W *to, const W *from, int k) {
  for (int i = 0; i < k; i++)
    to[i] = from[i];
}
NI static void clear(W *to, int k) {
  for (int i = 0; i < k; i++)
    to[i] = 0;
}
NI static void put(W *m, double a, double b) {
  m[0] = 2;
  m[1] = dw(a);
  m[2] = dw(b);
  m[3] = fnv(m, 3);
}
NI static double get(const W *m) { return fnv(m, 3) == m[3] ? wd(m[1]) * wd(m[2]) : 0; }
PRIMAL(m1) {
  W m_[4], c[4];
  put(m_, in[0] * in[1], in[2]);
  copy(c, m_, 4);
  out[0] = get(c) + wd(m_[1]);
}
PRIMAL(m2) {
  W ring[12];
  clear(ring, 12);
  double s = 0;
  for (int t = 0; t < 6; t++) {
    W *at = ring + 4 * (t % 3);
    put(at, in[t % 4] * (s + 1), in[0]);
    if (t) {
      copy(ring + 4 * ((t + 1) % 3), at, 4);
      s += get(ring + 4 * ((t + 1) % 3));
    }
  }
  out[0] = s;
}
ORACLE(m1, 4, 1, 0.2, 0.9)
ORACLE(m2, 4, 1, 0.2, 0.9)
int main(void) {
  m1_oracle();
  m2_oracle();
  return oracle_exit();
}
