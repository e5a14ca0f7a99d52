/* lost_address.c: an address that is made of an integer, where none is known to have gone into it.
 * What lies there would count as constant memory, and its derivative would be lost unseen. Of words
 * that are numbers by turns there may be none that is an address. */
#include "diff.h"

static bool may_be_number(const Deriver *deriver, LLVMValueRef word) {
  for (unsigned i = 0; i < LLVMGetIntTypeWidth(LLVMTypeOf(word)) / 8; i++)
    if (types_of_value(deriver->sweep.types, word, i).kind >= BYTE_FLOAT)
      return true;
  return false;
}

/* The integer that an address is made of, perhaps behind steps and choices; NULL: none, or a
 * constant. */
static LLVMValueRef made_of_integer(const Deriver *deriver, LLVMValueRef pointer) {
  enum { MOST_CHOICES = 16 };
  Map *seen = map_create(deriver->sweep.arena);
  ValueArray work = {0};
  ARRAY_PUSH(deriver->sweep.arena, work, pointer);
  for (size_t i = 0; i < work.count && i < MOST_CHOICES; i++) {
    LLVMValueRef base = bridge_underlying_object(work.items[i]);
    if (map_has(seen, base))
      continue;
    map_set(seen, base, base);
    if (LLVMIsAIntToPtrInst(base) && !LLVMIsAConstant(LLVMGetOperand(base, 0)) &&
        !may_be_number(deriver, LLVMGetOperand(base, 0)))
      return base;
    for (int k = LLVMIsASelectInst(base) ? 1 : 0;
         (LLVMIsASelectInst(base) || LLVMIsAPHINode(base)) && k < LLVMGetNumOperands(base); k++)
      ARRAY_PUSH(deriver->sweep.arena, work, LLVMGetOperand(base, (unsigned)k));
  }
  return NULL;
}

static bool loads_number(LLVMValueRef instruction) {
  if (!LLVMIsALoadInst(instruction))
    return false;
  LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(LLVMTypeOf(instruction)));
  return kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind || kind == LLVMX86_FP80TypeKind;
}

void lost_address_check(Deriver *deriver) {
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (load, block) {
      if (!loads_number(load))
        continue;
      LLVMValueRef pointer = LLVMGetOperand(load, 0);
      LLVMValueRef address = made_of_integer(deriver, pointer);
      if (address && !deriver_has_shadow(deriver, pointer) &&
          !types_is_rooted(deriver->sweep.types, pointer))
        deriver_error(deriver, load, DIAG_LOST_ADDRESS, NULL);
    }
}
