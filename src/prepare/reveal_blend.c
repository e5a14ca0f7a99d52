/* One of two numbers by a mask: (a & m) | (b & ~m), where every lane of m is known to be all ones
 * or all zeros, is m < 0 ? a : b, and a & m alone m < 0 ? a : 0. LLVM does so itself where the mask
 * is a comparison that is extended in the same lanes; here are the others: lanes that are put
 * together, extended further, shifted to their sign. Requires: nothing. Invalidates: nothing. */
#include "bit_word.h"
#include "prepare.h"

enum { MOST_DEPTH = 8, MOST_LANES = 64 };

static unsigned uniform_bits(LLVMValueRef value, unsigned depth);

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned lane_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

static unsigned bits_of_lane(LLVMValueRef value) {
  LLVMTypeRef type = type_scalar(LLVMTypeOf(value));
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind  ? LLVMGetIntTypeWidth(type)
         : LLVMGetTypeKind(type) == LLVMFloatTypeKind  ? 32
         : LLVMGetTypeKind(type) == LLVMDoubleTypeKind ? 64
                                                       : 0;
}

/* Every lane is put in, the last time at this or an earlier instruction, or is of the first vector.
 */
static unsigned uniform_in_lanes(LLVMValueRef vector, unsigned depth) {
  bool is_known[MOST_LANES] = {false};
  unsigned count = lane_count(LLVMTypeOf(vector)), known = 0, bits = bits_of_lane(vector);
  for (; LLVMIsAInsertElementInst(vector); vector = LLVMGetOperand(vector, 0)) {
    LLVMValueRef lane = LLVMGetOperand(vector, 2);
    uint64_t at = LLVMIsAConstantInt(lane) ? LLVMConstIntGetZExtValue(lane) : MOST_LANES;
    if (at >= count || count > MOST_LANES)
      return 0;
    if (!is_known[at])
      bits = least(bits, uniform_bits(LLVMGetOperand(vector, 1), depth));
    known += !is_known[at];
    is_known[at] = true;
  }
  return known == count ? bits : least(bits, uniform_bits(vector, depth));
}

/* The same for the bits of lanes, and parts of them, alone. */
static unsigned uniform_of_lane(LLVMValueRef value, unsigned depth) {
  unsigned bits = bits_of_lane(value);
  if (LLVMIsAInsertElementInst(value))
    return uniform_in_lanes(value, depth);
  if (LLVMIsAShuffleVectorInst(value) || LLVMIsABinaryOperator(value)) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    LLVMValueRef second = LLVMGetOperand(value, 1);
    bool one = opcode == LLVMShuffleVector && LLVMIsUndef(second); /* or poison */
    if (one || opcode == LLVMShuffleVector || opcode == LLVMAnd || opcode == LLVMOr ||
        opcode == LLVMXor) {
      unsigned of_first = uniform_bits(LLVMGetOperand(value, 0), depth);
      return least(bits, one ? of_first : least(of_first, uniform_bits(second, depth)));
    }
  }
  if (LLVMIsASelectInst(value))
    return least(bits, least(uniform_bits(LLVMGetOperand(value, 1), depth),
                             uniform_bits(LLVMGetOperand(value, 2), depth)));
  if (LLVMIsASExtInst(value)) {
    LLVMValueRef narrow = LLVMGetOperand(value, 0);
    unsigned of_narrow = bits_of_lane(narrow);
    return of_narrow == 1 || uniform_bits(narrow, depth) >= of_narrow ? bits : 0;
  }
  if (LLVMIsAConstant(value)) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMIsNull(value) || value == LLVMConstAllOnes(type) ? bits : 0;
  }
  return bridge_is_mask(value) ? bits : 0;
}

/* So many bits that lie together, from each of their multiples on, are known to be the same; 0: no
 * two. */
static unsigned uniform_bits(LLVMValueRef value, unsigned depth) {
  unsigned bits = bits_of_lane(value);
  if (depth >= MOST_DEPTH)
    return 0;
  if (LLVMIsABitCastInst(value))
    return uniform_bits(LLVMGetOperand(value, 0), depth + 1);
  unsigned of_lane = bits ? uniform_of_lane(value, depth + 1) : 0, lanes = 1;
  if (of_lane == 0 || of_lane < bits)
    return of_lane;
  while (2 * lanes <= lane_count(LLVMTypeOf(value)) && prepare_lanes_agree(value, 2 * lanes, 0))
    lanes *= 2;
  return bits * lanes;
}

static bool is_mask(LLVMValueRef value) {
  return bits_of_lane(value) > 1 && uniform_bits(value, 0) >= bits_of_lane(value);
}

/* ~value, or NULL. */
static LLVMValueRef inverted(LLVMValueRef value) {
  if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMXor)
    return NULL;
  for (unsigned i = 0; i < 2; i++)
    if (LLVMIsAConstant(LLVMGetOperand(value, i)) &&
        LLVMGetOperand(value, i) == LLVMConstAllOnes(LLVMTypeOf(value)))
      return LLVMGetOperand(value, 1 - i);
  return NULL;
}

static bool is_and(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMAnd;
}

/* Whichever operand of `first` is a mask and of `second` its opposite; the others are chosen. */
static LLVMValueRef find_mask(LLVMValueRef first, LLVMValueRef second, LLVMValueRef chosen[2]) {
  for (unsigned i = 0; i < 4; i++) {
    LLVMValueRef mask = LLVMGetOperand(first, i % 2), other = LLVMGetOperand(second, i / 2);
    if ((inverted(other) == mask || inverted(mask) == other) && is_mask(mask)) {
      chosen[0] = LLVMGetOperand(first, 1 - i % 2);
      chosen[1] = LLVMGetOperand(second, 1 - i / 2);
      return mask;
    }
  }
  return NULL;
}

static bool replace(LLVMBuilderRef builder, LLVMValueRef blend, LLVMValueRef mask,
                    LLVMValueRef const chosen[2]) {
  if (word_is_plain(chosen[0]) && word_is_plain(chosen[1]))
    return false;
  LLVMPositionBuilderBefore(builder, blend);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(blend));
  LLVMValueRef is_set =
      LLVMBuildICmp(builder, LLVMIntSLT, mask, LLVMConstNull(LLVMTypeOf(mask)), "");
  LLVMReplaceAllUsesWith(blend, LLVMBuildSelect(builder, is_set, chosen[0], chosen[1], ""));
  LLVMInstructionEraseFromParent(blend);
  return true;
}

bool prepare_reveal_blend(LLVMBuilderRef builder, LLVMValueRef blend) {
  LLVMValueRef chosen[2], first = LLVMGetOperand(blend, 0), second = LLVMGetOperand(blend, 1);
  LLVMValueRef mask = is_and(first) && is_and(second) ? find_mask(first, second, chosen) : NULL;
  return mask && replace(builder, blend, mask, chosen);
}

bool prepare_reveal_masked(LLVMBuilderRef builder, LLVMValueRef masked) {
  for (LLVMUseRef use = LLVMGetFirstUse(masked); use; use = LLVMGetNextUse(use))
    if (LLVMIsABinaryOperator(LLVMGetUser(use)))
      return false; /* may be half of a blend */
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef mask = LLVMGetOperand(masked, i), number = LLVMGetOperand(masked, 1 - i);
    LLVMValueRef chosen[] = {number, LLVMConstNull(LLVMTypeOf(number))};
    if (!LLVMIsAConstant(mask) && word_is_plain(mask) && is_mask(mask))
      return replace(builder, masked, mask, chosen);
  }
  return false;
}
