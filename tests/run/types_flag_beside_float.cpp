/* A float in one register with a flag, an age, or two shorts, which change by what LLVM turns into an
 * exclusive or of the upper half. */
#include "oracle.h"
struct Flagged {
  float weight;
  bool flag;
};
struct Aged {
  float weight;
  int age;
};
struct Placed {
  float weight;
  short row, column;
};
static Flagged toggled(Flagged p, double x) {
  p.weight = p.weight * 0.7f + (float)(x * p.weight * 0.3);
  p.flag = !p.flag;
  return p;
}
static Aged older(Aged p, double x) {
  p.weight = p.weight * 0.7f + (float)(x * p.weight * 0.3);
  p.age = (p.age + 1) & 3;
  return p;
}
static Placed moved(Placed p, double x) {
  p.weight = p.weight * 0.7f + (float)(x * p.weight * 0.3);
  p.column = (p.column + 1) & 1;
  p.row ^= 1;
  return p;
}
PRIMAL(beside) {
  Flagged a[4];
  Aged b[4];
  Placed c[4];
  for (int i = 0; i < 4; i++) {
    a[i] = Flagged{(float)in[i], i % 2 == 1};
    b[i] = Aged{(float)in[i], i & 3};
    c[i] = Placed{(float)in[i], (short)i, (short)(i & 1)};
  }
  for (int i = 0; i < 3; i++) {
    a[i + 1] = toggled(a[i], in[0]);
    b[i + 1] = older(older(b[i], in[0]), in[1]);
    c[i + 1] = moved(c[i], in[2]);
  }
  for (int i = 0; i < 4; i++)
    out[i & 1] += a[i].weight * a[i].flag + b[i].weight * b[i].age + c[i].weight * (c[i].row + 2 * c[i].column);
}
ORACLE(beside, 4, 2, 0.2, 0.8)
int main() {
  oracle_precision = 1.2e-7;
  beside_oracle();
  return oracle_exit();
}
