/* math: turns the rows of ops.def and math.def into functions and tables. Each row becomes one
 * function partial_NAME, whose cases are the formulas, and one entry of a table that lookup.c
 * reads. The same for the rows of inverses.def. */
#define RULE_WORDS
#include "vocabulary.h"

#include "tables.h"

#define RULE(name, cost, arity, parameters, names, d0, d1, d2, d3)                                 \
  static LLVMValueRef partial_##name(RuleBuild *b, unsigned index) {                               \
    (void)b;                                                                                       \
    switch (index) {                                                                               \
    case 0:                                                                                        \
      return d0;                                                                                   \
    case 1:                                                                                        \
      return d1;                                                                                   \
    case 2:                                                                                        \
      return d2;                                                                                   \
    case 3:                                                                                        \
      return d3;                                                                                   \
    }                                                                                              \
    return none;                                                                                   \
  }
#include "math.def"

#define OP1(opcode, cost, d0)                                                                      \
  static LLVMValueRef partial_##opcode(RuleBuild *b, unsigned index) {                             \
    (void)b;                                                                                       \
    return index == 0 ? d0 : none;                                                                 \
  }
#define OP2(opcode, cost, d0, d1)                                                                  \
  static LLVMValueRef partial_##opcode(RuleBuild *b, unsigned index) {                             \
    (void)b;                                                                                       \
    return index == 0 ? d0 : index == 1 ? d1 : none;                                               \
  }
#include "ops.def"
#undef OP1
#undef OP2

#define NAMES(...) (__VA_ARGS__)
#define AS_LIST(...) {__VA_ARGS__}
#define RULE(name, cost, arity, parameters, names, d0, d1, d2, d3)                                 \
  {{#name, arity, partial_##name, cost}, parameters, AS_LIST names},
const MathRow math_rows[] = {
#include "math.def"
};
const size_t math_row_count = sizeof math_rows / sizeof *math_rows;

#define OP1(opcode, cost, d0) {LLVM##opcode, {#opcode, 1, partial_##opcode, cost}},
#define OP2(opcode, cost, d0, d1) {LLVM##opcode, {#opcode, 2, partial_##opcode, cost}},
const OperationRow operation_rows[] = {
#include "ops.def"
};
const size_t operation_row_count = sizeof operation_rows / sizeof *operation_rows;

#define INVERSE(opcode, operand, other, formula)                                                   \
  static LLVMValueRef inverse_##opcode##_##operand(RuleBuild *b) { return formula; }
#include "inverses.def"
#undef INVERSE

#define INVERSE(opcode, operand, other, formula)                                                   \
  {LLVM##opcode, operand, INVERSE_##other, inverse_##opcode##_##operand},
const InverseRow inverse_rows[] = {
#include "inverses.def"
};
const size_t inverse_row_count = sizeof inverse_rows / sizeof *inverse_rows;
