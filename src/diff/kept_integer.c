/* Integers in shadow memory: they are those of the primal's, so that a structure can be gone
 * through by its shadow, and an allocator finds the header that it wrote in front of a block. */
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
