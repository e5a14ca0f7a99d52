/* A primal chosen at run time among known functions: the request is made once for each of them, and
 * control flow chooses between the requests as the program chooses between the functions. */
#include "request.h"

enum { MAX_CHOICES = 16 };

/* The functions that `value` may be, through selects and phis; false if it may be anything else. */
static bool collect_choices(Arena *arena, LLVMValueRef value, Map *seen, ValueArray *functions) {
  if (map_has(seen, value))
    return true;
  map_set(seen, value, value);
  if (LLVMIsAFunction(value)) {
    ARRAY_PUSH(arena, *functions, value);
    return functions->count <= MAX_CHOICES;
  }
  if (LLVMIsASelectInst(value))
    return collect_choices(arena, LLVMGetOperand(value, 1), seen, functions) &&
           collect_choices(arena, LLVMGetOperand(value, 2), seen, functions);
  if (!LLVMIsAPHINode(value))
    return false;
  for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
    if (!collect_choices(arena, LLVMGetIncomingValue(value, i), seen, functions))
      return false;
  return true;
}

void request_split_call(LLVMValueRef call, const CallChoice *choice) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  if (LLVMIsAInvokeInst(call)) /* request calls are replaced, and never unwind themselves */
    call = bridge_invoke_to_call(call);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  LLVMBasicBlockRef after = bridge_split_block(block, call, "chosen");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(block));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, call);
  LLVMValueRef phi = LLVMGetFirstUse(call) ? LLVMBuildPhi(builder, LLVMTypeOf(call), "") : NULL;
  for (size_t i = 0; i < choice->keys.count; i++) {
    LLVMBasicBlockRef chosen = LLVMInsertBasicBlockInContext(context, after, "choice");
    bool last = i + 1 == choice->keys.count;
    LLVMBasicBlockRef other =
        last ? NULL : LLVMInsertBasicBlockInContext(context, after, "choice.next");
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    if (last)
      LLVMBuildBr(builder, chosen);
    else
      LLVMBuildCondBr(builder,
                      LLVMBuildICmp(builder, LLVMIntEQ, choice->value, choice->keys.items[i], ""),
                      chosen, other);
    LLVMPositionBuilderAtEnd(builder, chosen);
    LLVMValueRef copy = LLVMInstructionClone(call);
    choice->settle(choice, builder, copy, i);
    LLVMInsertIntoBuilder(builder, copy);
    LLVMBuildBr(builder, after);
    if (phi)
      LLVMAddIncoming(phi, &copy, &chosen, 1);
    block = other;
  }
  if (phi)
    LLVMReplaceAllUsesWith(call, phi);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(builder);
}

static void settle_primal(const CallChoice *choice, LLVMBuilderRef builder, LLVMValueRef copy,
                          size_t i) {
  (void)builder;
  LLVMSetOperand(copy, request_primal_index(copy), choice->keys.items[i]);
}

bool request_split_choices(Arena *arena, LLVMModuleRef module) {
  ValueArray calls = request_find_calls(arena, module);
  bool changed = false;
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    unsigned index = request_primal_index(call);
    ValueArray functions = {0};
    if (request_primal(call) || call_argument_count(call) <= index ||
        !collect_choices(arena, LLVMGetOperand(call, index), map_create(arena), &functions) ||
        functions.count == 0)
      continue;
    CallChoice choice = {LLVMGetOperand(call, index), functions, settle_primal, NULL};
    request_split_call(call, &choice);
    changed = true;
  }
  return changed;
}
