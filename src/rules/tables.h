/* tables: what math.c makes of the .def files, for lookup.c. */
#ifndef ADCC_RULE_TABLES_H
#define ADCC_RULE_TABLES_H

#include "rules.h"

enum { RULE_NAMES = 10, RULE_NAME_SIZE = 24, RULE_PARAMETERS = 6 };

typedef struct {
  Rule rule;
  const char *parameters;                 /* "ff", "fi", … see math.def */
  char names[RULE_NAMES][RULE_NAME_SIZE]; /* base names, padded with zeros; "" ends the list */
} MathRow;

typedef struct {
  LLVMOpcode opcode;
  Rule rule;
} OperationRow;

typedef struct {
  LLVMOpcode opcode;
  unsigned operand;
  enum { INVERSE_ANY, INVERSE_NONZERO } other; /* what the other operand must be */
  LLVMValueRef (*formula)(RuleBuild *);
} InverseRow;

extern const MathRow math_rows[];
extern const size_t math_row_count;
extern const OperationRow operation_rows[];
extern const size_t operation_row_count;
extern const InverseRow inverse_rows[];
extern const size_t inverse_row_count;

#endif
