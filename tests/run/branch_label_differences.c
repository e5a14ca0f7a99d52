/* A bytecode interpreter whose table of label differences is static. */
#include "oracle.h"
__attribute__((noinline)) static double run(const unsigned char *code, const double *in, size_t n) {
  static const int table[] = {&&l_push - &&l_push, &&l_add - &&l_push, &&l_mul - &&l_push,
                              &&l_end - &&l_push};
  double stack[16];
  int top = 0;
  goto *(&&l_push + table[*code]);
l_push:
  stack[top++] = in[code[1] % n];
  code += 2;
  goto *(&&l_push + table[*code]);
l_add:
  top--;
  stack[top - 1] += stack[top];
  code++;
  goto *(&&l_push + table[*code]);
l_mul:
  top--;
  stack[top - 1] *= stack[top];
  code++;
  goto *(&&l_push + table[*code]);
l_end:
  return stack[0];
}
PRIMAL(interp) {
  static const unsigned char code[] = {0, 0, 0, 1, 2, 0, 2, 1, 0, 0, 2, 3};
  out[0] = run(code, in, n);
}
ORACLE_MAIN(interp, 3, 1, 0.5, 1.5)
