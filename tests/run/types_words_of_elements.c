/* Arrays of words whose elements are an address, numbers and a count: exchanged, copied, passed to
 * frames of calls. */
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
NI static void swapw(W *a, W *b, int k) {
  for (int i = 0; i < k; i++) {
    W t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}
PRIMAL(s1) {
  double a[2] = {in[1], in[2]};
  W x[3] = {(W)a, dw(in[0] * in[3]), 3}, y[3] = {(W)(a + 1), dw(in[1]), 2};
  swapw(x, y, 3);
  out[0] = *(double *)x[0] * wd(x[1]) * x[2] + *(double *)y[0] * wd(y[1]) * y[2];
}
PRIMAL(s4) {
  double a[2] = {in[1], in[2]};
  W *x = malloc(32), *y = malloc(32);
  x[0] = (W)a;
  x[1] = dw(in[0] * in[3]);
  x[2] = dw(in[1]);
  x[3] = 5;
  int k = 4 - (in[0] > 9);
  copy(y, x, k);
  out[0] = *(double *)y[0] * wd(y[1]) * y[3] + wd(y[2]);
  free(x);
  free(y);
}
struct frame {
  W slot[4];
  struct frame *up;
};
NI static void call(struct frame *f, const W *args, int k) {
  for (int i = 0; i < k; i++)
    f->slot[i] = args[i];
}
PRIMAL(s6) {
  double a[2] = {in[1], in[2]};
  struct frame f, g;
  W args[3] = {(W)a, dw(in[0] * in[3]), 4};
  call(&f, args, 3);
  f.up = 0;
  call(&g, f.slot, 3);
  g.up = &f;
  double *p = (double *)g.slot[0];
  p[0] *= wd(g.slot[1]);
  out[0] = p[0] + p[1] * wd(g.up->slot[1]) + (double)g.slot[2];
}
ORACLE(s1, 4, 1, 0.2, 0.9)
ORACLE(s4, 4, 1, 0.2, 0.9)
ORACLE(s6, 4, 1, 0.2, 0.9)
int main(void) {
  s1_oracle();
  s4_oracle();
  s6_oracle();
  return oracle_exit();
}
