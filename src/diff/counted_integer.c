/* Integers that are no addresses wherever they lie, by what they are made of: a library puts a mark
 * into the capacity of a text, in a place where other objects have a pointer or a number. */
#include "diff.h"

static bool is_counted(LLVMValueRef value, unsigned depth) {
  enum { DEEPEST = 8 };
  if (LLVMIsAConstantInt(value))
    return true;
  if (!LLVMIsAInstruction(value) || depth == DEEPEST)
    return false;
  unsigned first = 0, end = (unsigned)LLVMGetNumOperands(value);
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMICmp:
  case LLVMFCmp:
    return true;
  case LLVMCall: {
    LLVMValueRef callee = call_direct_callee(value);
    const LibraryFunction *row = callee ? library_function(callee) : NULL;
    return row && library_is_inactive(row); /* the length of a text */
  }
  case LLVMSelect:
    first = 1;
    break;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMZExt:
  case LLVMSExt:
    break;
  default:
    return false;
  }
  for (unsigned i = first; i < end; i++)
    if (!is_counted(LLVMGetOperand(value, i), depth + 1))
      return false;
  return true;
}

bool integer_is_counted(LLVMValueRef value) { return is_counted(value, 0); }
