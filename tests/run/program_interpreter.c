/* A stack machine: opcodes decide what happens to an array used as a stack. */
#include "oracle.h"
typedef enum { PUSH, ADD, MUL, SIN, DUP, SWAP, JUMP_IF_SMALL, END } Opcode;
typedef struct {
  Opcode op;
  int operand;
} Instruction;
static const Instruction code[] = {{PUSH, 0}, {PUSH, 1}, {DUP, 0},  {MUL, 0},           {ADD, 0},
                                   {DUP, 0},  {SIN, 0},  {SWAP, 0}, {JUMP_IF_SMALL, 1}, {MUL, 0},
                                   {PUSH, 2}, {ADD, 0},  {END, 0}};
PRIMAL(machine) {
  double stack[64];
  int top = 0, pc = 0;
  for (;;) {
    Instruction i = code[pc++];
    switch (i.op) {
    case PUSH:
      stack[top++] = in[i.operand];
      break;
    case ADD:
      top--;
      stack[top - 1] += stack[top];
      break;
    case MUL:
      top--;
      stack[top - 1] *= stack[top];
      break;
    case SIN:
      stack[top - 1] = sin(stack[top - 1]);
      break;
    case DUP:
      stack[top] = stack[top - 1];
      top++;
      break;
    case SWAP: {
      double t = stack[top - 1];
      stack[top - 1] = stack[top - 2];
      stack[top - 2] = t;
      break;
    }
    case JUMP_IF_SMALL:
      if (stack[top - 1] < 4)
        pc = i.operand;
      break;
    case END:
      out[0] = stack[top - 1];
      return;
    }
  }
}
ORACLE_MAIN(machine, 3, 1, 0.5, 1.5)
