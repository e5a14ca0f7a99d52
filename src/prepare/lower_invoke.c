/* Calls that can throw nothing but the exhaustion of memory need no landing pad in a function that
 * is differentiated: `invoke` of allocation, release, mathematics and what is known not to throw
 * becomes a call. What is left gets a normal destination of its own, so that there is a place
 * behind the invoke that nothing else reaches. */
#include "prepare.h"

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex index) {
  LLVMAttributeRef attributes[64];
  unsigned count = LLVMGetCallSiteAttributeCount(from, index);
  if (count > 64)
    return;
  LLVMGetCallSiteAttributes(from, index, attributes);
  for (unsigned i = 0; i < count; i++)
    LLVMAddCallSiteAttribute(to, index, attributes[i]);
}

void call_copy_attributes(LLVMValueRef from, LLVMValueRef to) {
  LLVMSetInstructionCallConv(to, LLVMGetInstructionCallConv(from));
  copy_attributes(from, to, LLVMAttributeReturnIndex);
  copy_attributes(from, to, LLVMAttributeFunctionIndex);
  for (unsigned i = 1; i <= call_argument_count(from); i++)
    copy_attributes(from, to, i);
}

static void lower(LLVMBuilderRef builder, LLVMValueRef invoke) {
  enum { MAX_ARGUMENTS = 64 };
  unsigned count = call_argument_count(invoke);
  if (count > MAX_ARGUMENTS)
    return;
  LLVMValueRef arguments[MAX_ARGUMENTS];
  for (unsigned i = 0; i < count; i++)
    arguments[i] = LLVMGetOperand(invoke, i);
  LLVMPositionBuilderBefore(builder, invoke);
  LLVMValueRef call = LLVMBuildCall2(builder, LLVMGetCalledFunctionType(invoke),
                                     LLVMGetCalledValue(invoke), arguments, count, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(invoke));
  call_copy_attributes(invoke, call);
  LLVMReplaceAllUsesWith(invoke, call);
  FOR_EACH_INSTRUCTION (phi, LLVMGetUnwindDest(invoke)) {
    if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
      break;
    bridge_phi_remove_incoming(phi, LLVMGetInstructionParent(invoke));
  }
  LLVMBuildBr(builder, LLVMGetNormalDest(invoke));
  LLVMInstructionEraseFromParent(invoke);
}

void prepare_lower_invokes(Preparation *preparation, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(terminator) == LLVMInvoke &&
        !prepare_may_throw(preparation, terminator))
      lower(builder, terminator);
  }
  LLVMDisposeBuilder(builder);
  bridge_demote_unreachable(function);
}

static bool has_other_predecessor(LLVMBasicBlockRef block, LLVMValueRef invoke) {
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use))
    if (LLVMGetUser(use) != invoke && LLVMIsAInstruction(LLVMGetUser(use)) &&
        LLVMIsATerminatorInst(LLVMGetUser(use)))
      return true;
  return false;
}

bool prepare_split_invokes(LLVMValueRef function) {
  bool any = false;
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef invoke = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(invoke) == LLVMInvoke &&
        has_other_predecessor(LLVMGetNormalDest(invoke), invoke)) {
      bridge_split_edge(block, LLVMGetNormalDest(invoke), "invoked");
      any = true;
    }
  }
  return any;
}

void prepare_split_invoked_phis(LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef invoke = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(invoke) != LLVMInvoke)
      continue;
    LLVMBasicBlockRef normal = LLVMGetNormalDest(invoke);
    if (LLVMIsAPHINode(LLVMGetFirstInstruction(normal)) &&
        bridge_loop_of(analyses, block) == bridge_loop_of(analyses, normal))
      bridge_split_edge(block, normal, "invoked");
  }
  bridge_analyses_dispose(analyses);
}
