/* An address and the number of items that it is moved by change places in a loop: words of a union
 * without a tag, of which only whoever uses them knows what they are. */
#include "oracle.h"

typedef union {
  double number;
  double *place;
  long count;
} Word;

static Word apply(int operation, Word a, Word b, int turns) {
  Word result = {0};
  if (turns > 0)
    return apply(operation, b, a, turns - 1);
  if (operation == 0)
    result.number = a.number * b.number;
  else if (operation == 1)
    result.number = a.place[b.count];
  else
    result.place = a.place + b.count;
  return result;
}

PRIMAL(untagged) {
  Word stack[3] = {{.place = in}, {.count = 1}, {.number = in[0]}};
  stack[0] = apply(2, stack[0], stack[1], 2 * (int)n - 6);
  stack[0] = apply(1, stack[1], stack[0], 2 * (int)n - 5);
  out[0] = apply(0, stack[0], stack[2], (int)n).number;
}
ORACLE(untagged, 3, 1, 0.5, 1.5)

int main(void) {
  untagged_oracle();
  return oracle_exit();
}
