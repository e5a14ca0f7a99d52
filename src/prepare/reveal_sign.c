/* Signs that integer operations change. Clearing the sign bit of a number is its absolute value,
 * flipping it the negative; a sign that is computed, of other numbers' signs or of integers,
 * chooses between the number and its negative. Other users of the bits see the same bits as before.
 */
#include "prepare.h"

#include <string.h>

enum { MOST_LANES = 64 };

static unsigned lane_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

static LLVMValueRef lane_of(LLVMValueRef constant, unsigned lane) {
  bool vector = LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMVectorTypeKind;
  LLVMValueRef value = vector ? LLVMGetAggregateElement(constant, lane) : constant;
  return value && LLVMIsAConstantInt(value) ? value : NULL;
}

/* The lanes in which a constant is `mask`, as bits; false if it is neither that nor `neutral` in
 * one of them. */
static bool lanes_masked(LLVMValueRef constant, uint64_t mask, uint64_t neutral, uint64_t *lanes) {
  unsigned count = lane_count(LLVMTypeOf(constant));
  *lanes = 0;
  if (count > MOST_LANES || !LLVMIsAConstant(constant))
    return false;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef lane = lane_of(constant, i);
    uint64_t bits = lane ? LLVMConstIntGetZExtValue(lane) : 0;
    if (!lane || (bits != mask && bits != neutral))
      return false;
    *lanes |= (uint64_t)(bits == mask) << i;
  }
  return true;
}

/* `changed` in these lanes, `number` in the others. */
static LLVMValueRef choose_lanes(LLVMBuilderRef builder, uint64_t lanes, LLVMValueRef changed,
                                 LLVMValueRef number) {
  LLVMTypeRef type = LLVMTypeOf(number);
  LLVMTypeRef bit = LLVMInt1TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef chosen[MOST_LANES];
  unsigned count = lane_count(type);
  if (lanes == UINT64_MAX >> (64 - count))
    return changed;
  for (unsigned i = 0; i < count; i++)
    chosen[i] = LLVMConstInt(bit, lanes >> i & 1, false);
  return LLVMBuildSelect(builder, LLVMConstVector(chosen, count), changed, number, "");
}

/* Numbers in lanes that have the places of the integer's. */
static bool are_in_lanes(LLVMTypeRef numbers, LLVMTypeRef integers) {
  unsigned bits = LLVMGetIntTypeWidth(type_scalar(integers));
  return LLVMGetTypeKind(type_scalar(numbers)) ==
             (bits == 64 ? LLVMDoubleTypeKind : LLVMFloatTypeKind) &&
         lane_count(numbers) == lane_count(integers);
}

/* The type of numbers as which a user takes the integer, or NULL. */
static LLVMTypeRef user_type(LLVMValueRef integer) {
  for (LLVMUseRef use = LLVMGetFirstUse(integer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABitCastInst(user) && are_in_lanes(LLVMTypeOf(user), LLVMTypeOf(integer)))
      return LLVMTypeOf(user);
  }
  return NULL;
}

/* Vector code loads numbers as integers to mask them: loads what it then takes for numbers. */
static LLVMValueRef as_number(LLVMBuilderRef builder, LLVMValueRef bits, LLVMTypeRef type) {
  bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  if (!vector || !LLVMIsALoadInst(bits) || LLVMGetVolatile(bits))
    return LLVMBuildBitCast(builder, bits, type, "");
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(bits));
  LLVMValueRef number = LLVMBuildLoad2(builder, type, LLVMGetOperand(bits, 0), "");
  LLVMSetAlignment(number, LLVMGetAlignment(bits));
  LLVMReplaceAllUsesWith(bits, LLVMBuildBitCast(builder, number, LLVMTypeOf(bits), ""));
  return number;
}

/* A word of signs alone, and zeros. */
static bool holds_signs(LLVMValueRef word, uint64_t sign) {
  uint64_t lanes;
  return LLVMIsABinaryOperator(word) && LLVMGetInstructionOpcode(word) == LLVMAnd &&
         lanes_masked(LLVMGetOperand(word, 1), sign, 0, &lanes);
}

bool prepare_reveal_sign(LLVMBuilderRef builder, LLVMValueRef operation) {
  LLVMTypeRef type = LLVMTypeOf(operation), scalar = type_scalar(type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMGetTypeKind(scalar) != LLVMIntegerTypeKind || kind == LLVMScalableVectorTypeKind)
    return false;
  unsigned bits = LLVMGetIntTypeWidth(scalar);
  if (bits != 32 && bits != 64)
    return false;
  uint64_t sign = (uint64_t)1 << (bits - 1), lanes;
  bool clears = LLVMGetInstructionOpcode(operation) == LLVMAnd;
  LLVMValueRef word = LLVMGetOperand(operation, 0), mask = LLVMGetOperand(operation, 1);
  bool constant = LLVMIsAConstant(mask);
  if (!constant && !clears && holds_signs(word, sign)) {
    LLVMValueRef other = word;
    word = mask;
    mask = other;
  }
  if (constant
          ? !lanes_masked(mask, clears ? sign - 1 : sign, clears ? sign | (sign - 1) : 0, &lanes)
          : clears || !holds_signs(mask, sign))
    return false;
  LLVMTypeRef floating = user_type(operation);
  if (!constant) { /* what is computed of a number's bits is reveal_bits.c's */
    LLVMValueRef number = LLVMIsABitCastInst(word) ? LLVMGetOperand(word, 0) : NULL;
    floating = number && are_in_lanes(LLVMTypeOf(number), type) ? LLVMTypeOf(number) : NULL;
  }
  if (!floating)
    return false;
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(operation)));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(operation));
  LLVMPositionBuilderBefore(builder, operation);
  LLVMValueRef number = as_number(builder, word, floating), result;
  LLVMValueRef signs = constant ? NULL : prepare_plain_copy(builder, module, mask);
  LLVMPositionBuilderBefore(builder, operation);
  if (clears) {
    LLVMValueRef function =
        LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID("llvm.fabs", 9), &floating, 1);
    result = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &number, 1, "");
  } else
    result = LLVMBuildFNeg(builder, number, "");
  result = constant
               ? choose_lanes(builder, lanes, result, number)
               : LLVMBuildSelect(builder,
                                 LLVMBuildICmp(builder, LLVMIntSLT, signs, LLVMConstNull(type), ""),
                                 result, number, "");
  LLVMReplaceAllUsesWith(operation, LLVMBuildBitCast(builder, result, type, ""));
  LLVMInstructionEraseFromParent(operation);
  return true;
}
