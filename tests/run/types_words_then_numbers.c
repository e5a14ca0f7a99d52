/* Words that hold integers first and numbers then. */
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
NI static W sum(const W *w, int k) {
  W s = 0;
  for (int i = 0; i < k; i++)
    s += w[i];
  return s;
}
PRIMAL(n1) {
  W w[4];
  for (int i = 0; i < 4; i++)
    w[i] = i * 3;
  W total = sum(w, 4);
  for (int i = 0; i < 4; i++)
    w[i] = dw(in[i] * total);
  W v[4];
  copy(v, w, 4);
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += wd(v[i]) * wd(v[i]);
  out[0] = s;
}
ORACLE_MAIN(n1, 4, 1, 0.2, 0.9)
