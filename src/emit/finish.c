/* The last touches to the module before LLVM optimises it: declarations that only derivation used
 * go. */
#include "emit.h"

static bool is_left_over(LLVMValueRef function) {
  RequestMode mode;
  return LLVMIsDeclaration(function) && !LLVMGetFirstUse(function) &&
         (request_entry_mode(function, &mode) || LLVMGetIntrinsicID(function) != 0);
}

/* A call that LLVM may inline must have a position where the function has debug information. */
static void position_calls(LLVMValueRef function) {
  LLVMMetadataRef scope = LLVMGetSubprogram(function);
  if (!scope)
    return;
  LLVMMetadataRef nowhere =
      LLVMDIBuilderCreateDebugLocation(LLVMGetTypeContext(LLVMTypeOf(function)), 0, 0, scope, NULL);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsACallInst(instruction) && !LLVMInstructionGetDebugLoc(instruction))
        LLVMInstructionSetDebugLoc(instruction, nowhere);
}

void finish_module(DiffContext *diff) {
  for (LLVMValueRef f = LLVMGetFirstFunction(diff->module); f; f = LLVMGetNextFunction(f))
    position_calls(f);
  for (LLVMValueRef next, f = LLVMGetFirstFunction(diff->module); f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    bool placeholder = length > 11 && !LLVMGetFirstUse(f) && LLVMIsDeclaration(f) &&
                       name[0] == 'a' && name[4] == '.' && name[5] == 'f';
    if (placeholder || is_left_over(f))
      LLVMDeleteFunction(f);
  }
}
