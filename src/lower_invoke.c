/* Calls that can throw nothing but the exhaustion of memory need no landing pad in a function that
 * is differentiated: `invoke` of allocation, release, mathematics and what is known not to throw
 * becomes a call. */
#include "prepare.h"

static bool throws_nothing_of_interest(LLVMValueRef invoke) {
  if (value_has_function_attribute(invoke, "nounwind"))
    return true;
  LLVMValueRef callee = call_direct_callee(invoke);
  if (!callee)
    return false;
  const LibraryFunction *row = library_function(callee);
  switch (row ? row->kind : LIBFN_NONE) {
  case LIBFN_MALLOC:
  case LIBFN_CALLOC:
  case LIBFN_REALLOC:
  case LIBFN_ALIGNED_ALLOC:
  case LIBFN_POSIX_MEMALIGN:
  case LIBFN_FREE:
    return true;
  default:
    return LLVMGetIntrinsicID(callee) != 0 || rule_exists_for_function(callee);
  }
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex index) {
  LLVMAttributeRef attributes[64];
  unsigned count = LLVMGetCallSiteAttributeCount(from, index);
  if (count > 64)
    return;
  LLVMGetCallSiteAttributes(from, index, attributes);
  for (unsigned i = 0; i < count; i++)
    LLVMAddCallSiteAttribute(to, index, attributes[i]);
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
  LLVMSetInstructionCallConv(call, LLVMGetInstructionCallConv(invoke));
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(invoke));
  copy_attributes(invoke, call, LLVMAttributeReturnIndex);
  copy_attributes(invoke, call, LLVMAttributeFunctionIndex);
  for (unsigned i = 1; i <= count; i++)
    copy_attributes(invoke, call, i);
  LLVMReplaceAllUsesWith(invoke, call);
  FOR_EACH_INSTRUCTION (phi, LLVMGetUnwindDest(invoke)) {
    if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
      break;
    bridge_phi_remove_incoming(phi, LLVMGetInstructionParent(invoke));
  }
  LLVMBuildBr(builder, LLVMGetNormalDest(invoke));
  LLVMInstructionEraseFromParent(invoke);
}

void prepare_lower_invokes(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(terminator) == LLVMInvoke &&
        throws_nothing_of_interest(terminator))
      lower(builder, terminator);
  }
  LLVMDisposeBuilder(builder);
  bridge_demote_unreachable(function);
}
