/* A by-value parameter is memory of the callee: make the copy explicit, so that shadows have it
 * too. */
#include "prepare.h"

void prepare_copy_byval(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, byval);
    if (!attribute)
      continue;
    LLVMTypeRef type = LLVMGetTypeAttributeValue(attribute);
    LLVMRemoveEnumAttributeAtIndex(function, i + 1, byval);
    LLVMValueRef parameter = LLVMGetParam(function, i);
    LLVMValueRef copy = build_alloca_in_entry(function, type, "byval.copy");
    build_align_as_parameter(copy, function, i);
    LLVMReplaceAllUsesWith(parameter, copy);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(copy));
    LLVMBuildMemCpy(
        builder, copy, LLVMGetAlignment(copy), parameter, 1,
        LLVMConstInt(LLVMInt64TypeInContext(context), LLVMABISizeOfType(layout, type), false));
    LLVMDisposeBuilder(builder);
  }
}
