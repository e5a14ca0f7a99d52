/* An interpreter whose values are 64-bit words: numbers as their bits, everything else as NaNs. What
 * moves a word does not say which it is. */
#include "oracle.h"

typedef uint64_t Value;
#define QUIET_NAN ((uint64_t)0x7ffc000000000000)
#define NIL (QUIET_NAN | 1)

enum { PUSH, INPUT, ADD, MULTIPLY, COPY, SWAP, STORE_NIL, DROP, RETURN };

static int is_number(Value value) { return (value & QUIET_NAN) != QUIET_NAN; }

static double to_number(Value value) {
  double number;
  memcpy(&number, &value, sizeof number);
  return number;
}

static Value from_number(double number) {
  Value value;
  memcpy(&value, &number, sizeof value);
  return value;
}

static double interpret(const unsigned char *code, const double *constants, double input) {
  Value stack[16], *top = stack;
  for (;;)
    switch (*code++) {
    case PUSH: *top++ = from_number(constants[*code++]); break;
    case INPUT: *top++ = from_number(input); break;
    case ADD:
      if (!is_number(top[-1]) || !is_number(top[-2]))
        return 0;
      top--;
      top[-1] = from_number(to_number(top[-1]) + to_number(top[0]));
      break;
    case MULTIPLY:
      top--;
      top[-1] = from_number(to_number(top[-1]) * to_number(top[0]));
      break;
    case COPY: *top = top[-1]; top++; break;
    case SWAP: {
      Value value = top[-1];
      top[-1] = top[-2];
      top[-2] = value;
      break;
    }
    case STORE_NIL: *top++ = NIL; break;
    case DROP: top--; break;
    case RETURN: return is_number(top[-1]) ? to_number(top[-1]) : -1;
    }
}

PRIMAL(boxed) {
  static const unsigned char code[] = {INPUT, COPY,  MULTIPLY, PUSH,     0,   ADD, STORE_NIL, DROP,
                                       INPUT, SWAP,  COPY,     MULTIPLY, ADD, PUSH, 1, MULTIPLY,
                                       RETURN};
  out[0] += interpret(code, in, in[2]);
}

ORACLE_MAIN(boxed, 3, 1, 0.5, 1.5)
