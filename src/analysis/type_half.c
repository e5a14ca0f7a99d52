/* type_half.c: the low half of a double's bits, by itself. A union's word is masked to take out
 * the smaller integer that it may hold (libc++'s std::expected<double, Error>). Where it holds the
 * number, what is left of it has neither sign nor exponent: as a double it is less than 2^-1042
 * whatever the number is, and its derivative is zero. Computed on, or joined to a high half, it
 * could carry one: it counts only where it is moved, masked again and compared. The high half that
 * it might be joined to further on is active itself. */
#include "analysis.h"

static bool is_low_mask(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAnd)
    return false;
  LLVMValueRef mask = LLVMGetOperand(value, 1);
  return LLVMIsAConstantInt(mask) && LLVMGetIntTypeWidth(LLVMTypeOf(mask)) == 64 &&
         LLVMConstIntGetZExtValue(mask) <= UINT32_MAX;
}

static bool is_bits_of_double(const TypeFacts *types, LLVMValueRef word) {
  if (LLVMIsABitCastInst(word))
    return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(word, 0))) == LLVMDoubleTypeKind;
  for (uint64_t i = 0; i < sizeof(double); i++) {
    ByteType byte = types_of_value(types, word, i);
    bool number = byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED;
    if (!number || byte.offset != i || LLVMGetTypeKind(byte.type) != LLVMDoubleTypeKind)
      return false;
  }
  return true;
}

static bool is_move(LLVMValueRef user, LLVMValueRef word) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMICmp:
  case LLVMSwitch:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMInsertValue:
  case LLVMRet:
    return true;
  case LLVMStore:
    return LLVMGetOperand(user, 0) == word;
  case LLVMBitCast:
    return LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMDoubleTypeKind;
  default:
    return is_low_mask(user);
  }
}

bool types_low_half_alone(const TypeFacts *types, LLVMValueRef value) {
  if (!is_low_mask(value) || !is_bits_of_double(types, LLVMGetOperand(value, 0)))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!is_move(LLVMGetUser(use), value))
      return false;
  return true;
}
