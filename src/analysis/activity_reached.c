/* activity_reached.c: what only runs where a pointer turns out to be a certain function. A
 * dispatcher (prepare/dispatch.c) calls every function that the pointer may be by its type, and
 * most of these never run there: what would be a mistake in them is none of the user's. */
#include "activity_flow.h"

/* Does the branch go to the block only where a pointer is a certain function? */
static bool tests_for_function(LLVMValueRef branch, LLVMBasicBlockRef block) {
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
      LLVMGetSuccessor(branch, 0) != block || !block_has_one_predecessor(block))
    return false;
  LLVMValueRef test = LLVMIsAICmpInst(LLVMGetCondition(branch));
  return test && LLVMGetICmpPredicate(test) == LLVMIntEQ &&
         (LLVMIsAFunction(LLVMGetOperand(test, 0)) || LLVMIsAFunction(LLVMGetOperand(test, 1)));
}

static bool is_tested(LLVMValueRef function, LLVMBasicBlockRef block) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  bool tested = false;
  for (LLVMBasicBlockRef above; !tested && (above = bridge_immediate_dominator(analyses, block));
       block = above)
    tested = tests_for_function(LLVMGetBasicBlockTerminator(above), block);
  bridge_analyses_dispose(analyses);
  return tested;
}

static bool is_derivative(LLVMValueRef function) {
  return value_has_function_attribute(function, "adcc.derivative");
}

/* `seen` are the functions whose callers are asked: those calls among them tell nothing new. */
static bool runs_tested(LLVMValueRef instruction, Map *seen) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  if (is_tested(function, block))
    return true;
  map_set(seen, function, function);
  bool called = false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) ||
        call_direct_callee(call) != function)
      continue;
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (map_has(seen, caller) || is_derivative(caller))
      continue;
    if (!runs_tested(call, seen))
      return false;
    called = true;
  }
  return called;
}

bool runs_for_one_function(Arena *arena, LLVMValueRef instruction) {
  return runs_tested(instruction, map_create(arena));
}
