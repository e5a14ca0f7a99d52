/* Lanes of a vector of numbers that are taken from its bits as of one wide integer, as is left of a
 * matrix that is stored as one vector and loaded in smaller pieces: shifts and truncations of it
 * become lanes.
 *
 *   w = bitcast <6 x double> v to i384   ->   l = extractelement v, 3
 *   s = trunc (w >> 192) to i64               s = bitcast l to i64
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

static uint64_t lane_bits(LLVMTypeRef vector) {
  switch (LLVMGetTypeKind(LLVMGetElementType(vector))) {
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
    return 64;
  default:
    return 0;
  }
}

bool prepare_reveal_slice(LLVMBuilderRef builder, LLVMValueRef cut) {
  enum { MOST_LANES = 16 };
  LLVMValueRef word, mask[MOST_LANES];
  uint64_t offset;
  if (!prepare_part_of_word(cut, &word, &offset) || !LLVMIsABitCastInst(word))
    return false;
  LLVMValueRef vector = LLVMGetOperand(word, 0);
  LLVMTypeRef type = LLVMTypeOf(vector);
  uint64_t lane = LLVMGetTypeKind(type) == LLVMVectorTypeKind && type_is_float_or_vector(type)
                      ? lane_bits(type)
                      : 0;
  uint64_t bits = LLVMGetIntTypeWidth(LLVMTypeOf(cut));
  if (!lane || bits % lane != 0 || 8 * offset % lane != 0 || bits / lane > MOST_LANES)
    return false;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  unsigned first = (unsigned)(8 * offset / lane), count = (unsigned)(bits / lane);
  for (unsigned i = 0; i < count; i++)
    mask[i] = LLVMConstInt(i32, first + i, false);
  LLVMPositionBuilderBefore(builder, cut);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(cut));
  LLVMValueRef taken = count == 1 ? LLVMBuildExtractElement(builder, vector, mask[0], "")
                                  : LLVMBuildShuffleVector(builder, vector, LLVMGetPoison(type),
                                                           LLVMConstVector(mask, count), "");
  LLVMReplaceAllUsesWith(cut, LLVMBuildBitCast(builder, taken, LLVMTypeOf(cut), ""));
  LLVMInstructionEraseFromParent(cut);
  return true;
}
