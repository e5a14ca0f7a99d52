/* variable_flow: where the address of one variable and the memory that it keeps go. Internal to
 * analysis/. */
#ifndef ADCC_ANALYSIS_VARIABLE_FLOW_H
#define ADCC_ANALYSIS_VARIABLE_FLOW_H

#include "object.h"

typedef struct {
  ValueArray allocations; /* the calls that give what it points to */
  const Map *givers;      /* functions that other files might call, and that return such pointers */
  bool inside;            /* it may point to the middle of a block, too */
  bool in_memory;         /* memory that a variable leads to may have such a pointer */
  Map *sharers;           /* other variables that may have such a block, before or after */
} VariableFlow;

/* workspace.c: may the functions of the module alone get at what is in the variable, and is it null
 * at first? */
bool variable_is_hidden(LLVMValueRef global);

/* Does nothing but what is in `allocations` get into the variable, and is there no pointer to it,
 * or to the variable, in memory but that of the functions that use them, and none beyond a call of
 * a derivative? Then this fills `flow`. */
bool variable_flow_is_closed(const TypeFacts *types, LLVMValueRef variable, VariableFlow *flow);

#endif
