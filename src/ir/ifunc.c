/* Functions of which a resolver chooses a version when the program starts, as the attributes
 * target_clones and ifunc make them. All versions compute the same, so that one of them can be
 * differentiated for all: the one that any machine can run. */
#include "ir.h"

#include <string.h>

static bool is_default(LLVMValueRef function) {
  static const char suffix[] = ".default";
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  return length >= sizeof suffix - 1 && !strcmp(name + length - (sizeof suffix - 1), suffix);
}

/* What the resolver may return is what it names, other than what it calls. */
static LLVMValueRef better_version(LLVMValueRef instruction, LLVMTypeRef type, LLVMValueRef found) {
  bool calls = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (LLVMIsAFunction(operand) && !(calls && operand == LLVMGetCalledValue(instruction)) &&
        LLVMGlobalGetValueType(operand) == type && !(found && is_default(found)))
      found = operand;
  }
  return found;
}

LLVMValueRef ifunc_version(LLVMValueRef ifunc) {
  LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(ifunc), found = NULL;
  if (!resolver || !LLVMIsAFunction(resolver))
    return NULL;
  FOR_EACH_BLOCK (block, resolver)
    FOR_EACH_INSTRUCTION (instruction, block)
      found = better_version(instruction, LLVMGlobalGetValueType(ifunc), found);
  return found;
}
