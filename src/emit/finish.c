/* The last touches to the module before LLVM optimises it: declarations that only derivation used go. */
#include "emit.h"

static bool is_left_over(LLVMValueRef function) {
  RequestMode mode;
  return LLVMIsDeclaration(function) && !LLVMGetFirstUse(function) &&
         (request_entry_mode(function, &mode) || LLVMGetIntrinsicID(function) != 0);
}

void finish_module(DiffContext *diff) {
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
