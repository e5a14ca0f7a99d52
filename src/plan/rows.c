/* Matrices that are tables of pointers to their rows. */
#include "plan.h"

/* Is what the table holds in the loop what it held when the row's address was loaded? */
static bool table_rests(const Sweep *sweep, LLVMValueRef row, BridgeLoopRef loop) {
  LLVMValueRef begin = LLVMGetBasicBlockTerminator(bridge_loop_preheader(loop));
  bool ahead = !bridge_loop_contains(loop, LLVMGetInstructionParent(row));
  if (ahead && !bridge_block_dominates(sweep->analyses, LLVMGetInstructionParent(row),
                                       LLVMGetInstructionParent(begin)))
    return false;
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef writer = sweep->accesses.items[i];
    if ((bridge_loop_contains(loop, LLVMGetInstructionParent(writer)) ||
         (ahead && plan_may_come_between(sweep->arena, row, writer, begin))) &&
        bridge_may_write_memory(writer) &&
        !types_keeps_off(sweep->types, writer, access_pointer(row)))
      return false;
  }
  return true;
}

bool plan_rows_apart(const Sweep *sweep, LLVMValueRef row, LLVMValueRef other, BridgeLoopRef loop) {
  return LLVMIsALoadInst(row) && LLVMIsALoadInst(other) && bridge_loop_preheader(loop) &&
         types_rows_apart(sweep->types, row, other) && table_rests(sweep, row, loop) &&
         table_rests(sweep, other, loop);
}
