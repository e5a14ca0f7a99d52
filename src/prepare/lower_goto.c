/* Computed goto: the addresses of a function's labels become numbers, and each indirect branch a
 * switch over them. Done to the function itself, since tables of addresses outside of it hold them
 * too; differences of addresses keep their meaning. */
#include "prepare.h"

static bool has_indirect_branch(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    if (LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(block)) == LLVMIndirectBr)
      return true;
  return false;
}

/* The constant that is the block's address, if the program takes it. */
static LLVMValueRef address_of(LLVMBasicBlockRef block) {
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use))
    if (LLVMGetValueKind(LLVMGetUser(use)) == LLVMBlockAddressValueKind)
      return LLVMGetUser(use);
  return NULL;
}

static void lower_branch(LLVMBuilderRef builder, LLVMValueRef branch, Map *numbers) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMGetOperand(branch, 0)));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  LLVMPositionBuilderBefore(builder, branch);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(branch));
  LLVMValueRef number = LLVMBuildPtrToInt(builder, LLVMGetOperand(branch, 0), i64, "label");
  unsigned count = LLVMGetNumSuccessors(branch);
  LLVMBasicBlockRef nowhere =
      LLVMAppendBasicBlockInContext(context, LLVMGetBasicBlockParent(block), "label.unknown");
  LLVMValueRef choice = LLVMBuildSwitch(builder, number, nowhere, count);
  for (unsigned i = 0; i < count; i++) {
    LLVMBasicBlockRef target = LLVMGetSuccessor(branch, i);
    uint64_t own = (uint64_t)(uintptr_t)map_get(numbers, target);
    bool again = own == 0; /* a label whose address nothing holds is never the target */
    for (unsigned k = 0; k < i; k++)
      again |= LLVMGetSuccessor(branch, k) == target;
    if (!again) {
      LLVMAddCase(choice, LLVMConstInt(i64, own, false), target);
      continue;
    }
    FOR_EACH_INSTRUCTION (phi, target) {
      if (!LLVMIsAPHINode(phi))
        break;
      bridge_phi_remove_incoming(phi, block);
    }
  }
  LLVMInstructionEraseFromParent(branch);
  LLVMPositionBuilderAtEnd(builder, nowhere);
  LLVMBuildUnreachable(builder);
}

void prepare_lower_computed_goto(Arena *arena, LLVMValueRef function) {
  if (!has_indirect_branch(function))
    return;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  Map *numbers = map_create(arena);
  ValueArray branches = {0};
  uintptr_t number = 0;
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef address = address_of(block);
    if (address) {
      map_set(numbers, block, (void *)++number);
      LLVMReplaceAllUsesWith(
          address, LLVMConstIntToPtr(LLVMConstInt(i64, number, false), LLVMTypeOf(address)));
    }
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(terminator) == LLVMIndirectBr)
      ARRAY_PUSH(arena, branches, terminator);
  }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  for (size_t i = 0; i < branches.count; i++)
    lower_branch(builder, branches.items[i], numbers);
  LLVMDisposeBuilder(builder);
}
