/* Words of several kinds, an address, a number and a count, that a function copies word by word. */
#include "oracle.h"
#define NI __attribute__((noinline))
typedef uint64_t W;
NI static void copy(W *to, const W *from, int k) {
  for (int i = 0; i < k; i++)
    to[i] = from[i];
}
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
typedef union {
  double d;
  double *p;
  long i;
} U;
NI static void copyu(U *to, const U *from, int k) {
  for (int i = 0; i < k; i++)
    to[i] = from[i];
}
PRIMAL(args1) {
  double a[2] = {in[1], in[2]};
  W arg[3], got[3];
  arg[0] = (W)a;
  arg[1] = dw(in[0] * in[1]);
  arg[2] = 7;
  copy(got, arg, 3);
  double *p = (double *)got[0];
  p[1] *= wd(got[1]);
  out[0] = p[0] * p[1] + (double)got[2] * wd(arg[1]);
}
static inline double get(int isp, U u) { return isp ? *u.p : u.d; }
PRIMAL(args3) {
  double a[2] = {in[1], in[2]};
  int f = in[0] > 5;
  U arg[2], got[2];
  if (f) {
    arg[0].d = in[0];
    arg[1].p = a;
  } else {
    arg[0].p = a + 1;
    arg[1].d = in[3] * in[0];
  }
  copyu(got, arg, 2);
  out[0] = get(!f, got[0]) * get(f, got[1]) + get(f, arg[1]) + get(!f, arg[0]);
}
ORACLE(args1, 4, 1, 0.2, 0.9)
ORACLE(args3, 4, 1, 0.2, 0.9)
int main(void) {
  args1_oracle();
  args3_oracle();
  return oracle_exit();
}
