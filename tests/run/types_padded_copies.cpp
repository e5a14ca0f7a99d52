/* Structures with a byte, a double, a float and a flag, copied out of a list through a single one. */
#include "oracle.h"
struct Eos { char g; double a; float w; bool on; };
struct Pair { int key; Eos e; };
PRIMAL(copied) {
  Pair list[4];
  Eos arr[8];
  int k = 0;
  for (int i = 0; i < 4; i++) {
    list[i].key = i; list[i].e = Eos{(char)i, in[i] * in[i], (float)(i * 2), i % 2 == 0};
  }
  for (Pair *p = list; p != list + 4; p++) {
    Pair one = *p;
    (in[0] > 0.9 ? &one : p)->key = 2;
    arr[k++] = one.e;
  }
  double s = 0;
  for (int i = 0; i < k; i++) s += arr[i].a * arr[i].a + (arr[i].on ? arr[i].w * arr[i].a : arr[i].w);
  out[0] = s;
}
ORACLE_MAIN(copied, 4, 1, 0.5, 2)
