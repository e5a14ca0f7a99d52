/* Calls that pass floating point inside an integer: the C conventions pack small structures that
 * mix the two into one register. */
#include "prepare.h"

static bool is_bitcast_between(LLVMValueRef value, bool from_float) {
  if (!LLVMIsABitCastInst(value))
    return false;
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(value, 0)), to = LLVMTypeOf(value);
  return type_is_float_or_vector(from_float ? from : to) &&
         LLVMGetTypeKind(from_float ? to : from) == LLVMIntegerTypeKind;
}

/* Moves bits within an integer, or between an integer and a structure. */
static bool moves_bits(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMShl:
  case LLVMLShr:
  case LLVMOr:
  case LLVMAnd:
  case LLVMAdd: /* of parts that do not overlap */
  case LLVMPHI:
  case LLVMSelect:
  case LLVMExtractValue:
  case LLVMInsertValue:
    return true;
  default:
    return false;
  }
}

static bool is_unpacked(LLVMValueRef value, Map *seen) {
  if (map_has(seen, value))
    return false;
  map_set(seen, value, value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_bitcast_between(user, false) || (moves_bits(user) && is_unpacked(user, seen)))
      return true;
  }
  return false;
}

static bool is_packed(LLVMValueRef value, Map *seen) {
  if (map_has(seen, value))
    return false;
  map_set(seen, value, value);
  if (is_bitcast_between(value, true))
    return true;
  for (int i = 0; moves_bits(value) && i < LLVMGetNumOperands(value); i++)
    if (is_packed(LLVMGetOperand(value, (unsigned)i), seen))
      return true;
  return false;
}

bool prepare_packs_floating_point(Arena *arena, LLVMValueRef function) {
  Map *seen = map_create(arena);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    if (!type_is_float_or_vector(LLVMTypeOf(parameter)) && is_unpacked(parameter, seen))
      return true;
  }
  seen = map_create(arena);
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1 &&
        is_packed(LLVMGetOperand(end, 0), seen))
      return true;
  }
  return false;
}
