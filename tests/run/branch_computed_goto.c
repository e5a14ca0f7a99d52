/* Labels as values: an indirect branch. */
#include "oracle.h"
PRIMAL(machine) {
  static const char program[] = "smasmae";
  const char *pc = program;
  double x = in[0];
  void *labels[4] = {&&add, &&multiply, &&sine, &&end};
#define NEXT goto *labels[*pc == 'a' ? 0 : *pc == 'm' ? 1 : *pc == 's' ? 2 : 3]
  NEXT;
add:
  x += in[1];
  pc++;
  NEXT;
multiply:
  x *= in[2];
  pc++;
  NEXT;
sine:
  x = sin(x);
  pc++;
  NEXT;
end:
  out[0] = x;
}
ORACLE_MAIN(machine, 3, 1, 0.5, 1.5)
