/* new and delete: scalars, arrays, sized, aligned, with constructors. */
#include "oracle.h"
struct alignas(64) Wide {
  double lanes[8];
  Wide() : lanes{} {}
};
struct Counted {
  double value;
  Counted() : value(0.5) {}
  ~Counted() { value = 0; }
};
PRIMAL(allocations) {
  double *a = new double(in[0] * in[1]);
  double *b = new double[n]();
  Wide *wide = new Wide;
  Counted *counted = new Counted[3];
  for (size_t i = 0; i < n; i++)
    b[i] += in[i] * *a;
  for (int i = 0; i < 8; i++)
    wide->lanes[i] = b[i % n] * (i + 1);
  counted[1].value *= wide->lanes[5];
  out[0] = counted[0].value * counted[1].value + wide->lanes[2];
  delete a;
  delete[] b;
  delete wide;
  delete[] counted;
}
ORACLE_MAIN(allocations, 3, 1, 0.5, 1.5)
