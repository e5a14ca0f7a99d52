/* Values of an interpreter, a number or a list, in three words: such are passed and returned in
 * memory. LLVM copies them in pieces, the padding by itself and the number as a pointer. */
#include "oracle.h"
typedef struct {
  int type;
  union {
    double number;
    struct {
      double *data;
      int n;
    } list;
  } u;
} Value;
static Value num(double d) {
  Value v;
  v.type = 0;
  v.u.number = d;
  return v;
}
static Value list(double *d, int n) {
  Value v;
  v.type = 1;
  v.u.list.data = d;
  v.u.list.n = n;
  return v;
}
__attribute__((noinline)) static Value sum(Value v, int depth) {
  if (depth)
    return sum(v, depth - 1);
  if (v.type == 0)
    return v;
  double s = 0;
  for (int i = 0; i < v.u.list.n; i++)
    s += v.u.list.data[i] * (i + 1);
  return num(s);
}
static Value (*fs[])(Value, int) = {sum, sum};
PRIMAL(calculate) {
  double d[3] = {in[0], in[1], in[0] * in[1]};
  Value a = list(d, 3), b = num(in[1] * 2);
  Value all[4] = {a, b, b, a};
  for (int i = 0; i < 4; i++)
    all[i] = fs[i & 1](all[i], i);
  for (int i = 0; i < 4; i++)
    out[0] += (i + 1) * all[i].u.number;
}
ORACLE_MAIN(calculate, 2, 1, 0.25, 0.5)
