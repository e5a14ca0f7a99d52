/* Integers in shadow memory: they are those of the primal's, so that a structure can be gone
 * through by its shadow, and an allocator finds the header that it wrote in front of a block. And
 * integers that are no addresses wherever they lie, by what they are made of. */
#include "diff.h"

bool shadow_keeps_integer(const Deriver *deriver, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type_scalar(type)) != LLVMIntegerTypeKind ||
      deriver_is_active(deriver, value) || deriver_has_shadow(deriver, value))
    return false;
  /* The reverse sweep looks for adjoints at run time in what is not known for what it is, as text,
   * and in blocks that move. */
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(type));
  if (deriver->key->mode != REQUEST_FORWARD &&
      (type == byte || !types_stays_clear(deriver->sweep.types, pointer)))
    return false;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  for (uint64_t i = 0, size = LLVMStoreSizeOfType(layout, type); i < size; i++)
    if (types_of_access(deriver->sweep.types, store, i).kind != BYTE_INTEGER ||
        types_of_memory(deriver->sweep.types, pointer, (int64_t)i).kind != BYTE_INTEGER)
      return false;
  return true;
}

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
