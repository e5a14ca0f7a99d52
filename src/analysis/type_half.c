/* type_half.c: the low half of a double's bits, by itself. A union's word is masked to take out
 * the smaller integer that it may hold (libc++'s std::expected<double, Error>). Where it holds the
 * number, what is left of it has neither sign nor exponent: as a double it is less than 2^-1042
 * whatever the number is, and its derivative is zero. Computed on, or joined to a high half, it
 * could carry one: it counts only where it is moved, masked again and compared. Made by cutting a
 * longer word off, or from a number, where the word around it may be a double or an integer (an
 * interpreter's tagged value), it is the integer, whatever is done with it. The high half that
 * either might be joined to further on is active itself. */
#include "analysis.h"

static bool is_low_mask(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAnd)
    return false;
  LLVMValueRef mask = LLVMGetOperand(value, 1);
  return LLVMIsAConstantInt(mask) && LLVMGetIntTypeWidth(LLVMTypeOf(mask)) == 64 &&
         LLVMConstIntGetZExtValue(mask) <= UINT32_MAX;
}

static bool is_byte_of_double(ByteType byte, uint64_t offset) {
  bool number = byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED;
  return number && byte.offset == offset && LLVMGetTypeKind(byte.type) == LLVMDoubleTypeKind;
}

static bool is_bits_of_double(const TypeFacts *types, LLVMValueRef word) {
  if (LLVMIsABitCastInst(word))
    return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(word, 0))) == LLVMDoubleTypeKind;
  for (uint64_t i = 0; i < sizeof(double); i++)
    if (!is_byte_of_double(types_of_value(types, word, i), i))
      return false;
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

static bool is_integer_beside_double(const TypeFacts *types, LLVMValueRef value) {
  if (!LLVMIsATruncInst(value) && !LLVMIsAFPToSIInst(value) && !LLVMIsAFPToUIInst(value))
    return false;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 32)
    return false;
  ByteType byte = types_of_value(types, value, 0);
  return byte.kind == BYTE_MIXED && is_byte_of_double(byte, 0);
}

bool types_low_half_alone(const TypeFacts *types, LLVMValueRef value) {
  if (is_integer_beside_double(types, value))
    return true;
  if (!is_low_mask(value) || !is_bits_of_double(types, LLVMGetOperand(value, 0)))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!is_move(LLVMGetUser(use), value))
      return false;
  return true;
}
