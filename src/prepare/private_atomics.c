/* private_atomics: atomic operations on a variable of the function's own, whose address nobody
 * else gets, are plain ones. What C makes of `_Atomic double x; x *= y` is a loop around a
 * comparison and exchange of bits, which vanishes then. Requires: nothing. Invalidates: analyses of
 * the function. */
#include "prepare.h"

/* The accesses of the memory behind `pointer`; false where there may be others. */
static bool collect_accesses(Arena *arena, LLVMValueRef pointer, ValueArray *accesses) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMGetElementPtr:
      if (!collect_accesses(arena, user, accesses))
        return false;
      break;
    case LLVMLoad:
      ARRAY_PUSH(arena, *accesses, user);
      break;
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
      for (int i = 0; i < LLVMGetNumOperands(user); i++)
        if (LLVMGetOperand(user, (unsigned)i) == pointer &&
            i != (LLVMIsAStoreInst(user) ? 1 : 0)) /* its address is what is stored */
          return false;
      ARRAY_PUSH(arena, *accesses, user);
      break;
    case LLVMCall:
      if (!LLVMIsAIntrinsicInst(user) && bridge_pointer_may_be_captured(pointer))
        return false;
      break;
    default:
      return false;
    }
  }
  return true;
}

void prepare_private_atomics(Arena *arena, LLVMValueRef function) {
  ValueArray variables = {0};
  FOR_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(function))
    if (LLVMIsAAllocaInst(instruction))
      ARRAY_PUSH(arena, variables, instruction);
  for (size_t i = 0; i < variables.count; i++) {
    ValueArray accesses = {0};
    if (!collect_accesses(arena, variables.items[i], &accesses))
      continue;
    for (size_t k = 0; k < accesses.count; k++)
      bridge_lower_atomic(accesses.items[k]);
  }
}
