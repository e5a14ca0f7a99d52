/* A stack of numbers and integers, where integers are added or multiplied in one expression: LLVM
 * chooses between the results, in a slot where it sees only numbers. */
#include "oracle.h"

typedef struct {
  enum { NUMBER, INTEGER } tag;
  union {
    double number;
    long integer;
  };
} Value;
typedef struct {
  Value stack[8];
  int used;
} Machine;
static void push(Machine *m, Value value) { m->stack[m->used++] = value; }
static Value pop(Machine *m) { return m->stack[--m->used]; }
static double number(Value v) { return v.tag == NUMBER ? v.number : (double)v.integer; }

PRIMAL(sums) {
  Machine machine = {.used = 0};
  for (const char *p = "23*0x1x*+01+x*"; *p; p++) {
    if (*p >= '0' && *p <= '9')
      push(&machine, (Value){INTEGER, .integer = *p - '0'});
    else if (*p == 'x')
      push(&machine, (Value){NUMBER, .number = in[pop(&machine).integer]});
    else {
      Value a = pop(&machine), b = pop(&machine);
      if (a.tag == INTEGER && b.tag == INTEGER)
        push(&machine, (Value){INTEGER, .integer = *p == '+' ? a.integer + b.integer
                                                             : a.integer * b.integer});
      else
        push(&machine, (Value){NUMBER, .number = *p == '+' ? number(a) + number(b)
                                                           : number(a) * number(b)});
    }
  }
  out[0] = number(pop(&machine));
}
ORACLE(sums, 2, 1, 0.5, 1.5)

int main(void) { return sums_oracle() != ORACLE_OK; }
