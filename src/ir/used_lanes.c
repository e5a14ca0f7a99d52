/* Which lanes of a vector something looks at. An optimiser that needs one number in a vector loads
 * as many as fit one where they may be read: the others lie over whatever is there. */
#include "ir.h"

uint64_t vector_all_lanes(LLVMValueRef vector) {
  return UINT64_MAX >> (VECTOR_MOST_LANES - LLVMGetVectorSize(LLVMTypeOf(vector)));
}

static uint64_t used_lanes(LLVMValueRef vector, unsigned depth);

/* Of those that a rearrangement takes from the vector. */
static uint64_t lanes_shuffled(LLVMValueRef shuffle, LLVMValueRef vector, unsigned depth) {
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector)), count = LLVMGetNumMaskElements(shuffle);
  uint64_t wanted = count <= VECTOR_MOST_LANES ? used_lanes(shuffle, depth) : UINT64_MAX, used = 0;
  for (unsigned i = 0; i < count; i++) {
    int lane = LLVMGetMaskValue(shuffle, i);
    bool looks = i >= VECTOR_MOST_LANES || wanted >> i & 1;
    if (lane >= 0 && looks && LLVMGetOperand(shuffle, (unsigned)lane >= lanes) == vector)
      used |= (uint64_t)1 << (unsigned)lane % lanes;
  }
  return used;
}

/* Does it compute each lane from the same lane of its operands, whatever is in others? */
static bool goes_lane_by_lane(LLVMValueRef user, LLVMValueRef vector) {
  LLVMTypeRef type = LLVMTypeOf(user);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
      LLVMGetVectorSize(type) != LLVMGetVectorSize(LLVMTypeOf(vector)))
    return false;
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMUDiv: /* by whatever a lane has that is not loaded */
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    return false;
  case LLVMSIToFP:
  case LLVMUIToFP:
  case LLVMFPExt:
  case LLVMFPTrunc:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMFNeg:
    return true;
  default:
    return LLVMIsABinaryOperator(user);
  }
}

/* The lanes that something looks at, as bits; all if that is not known. */
static uint64_t used_lanes(LLVMValueRef vector, unsigned depth) {
  enum { DEEPEST = 8 };
  uint64_t all = vector_all_lanes(vector), used = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(vector); use && depth < DEEPEST && used != all;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool extracts = LLVMIsAExtractElementInst(user) != NULL;
    bool replaces = LLVMIsAInsertElementInst(user) && LLVMGetOperand(user, 0) == vector;
    if (LLVMIsAShuffleVectorInst(user)) {
      used |= lanes_shuffled(user, vector, depth + 1);
      continue;
    }
    if (LLVMIsAInstruction(user) && goes_lane_by_lane(user, vector)) {
      used |= used_lanes(user, depth + 1);
      continue;
    }
    LLVMValueRef index = extracts || replaces ? LLVMGetOperand(user, extracts ? 1 : 2) : NULL;
    if (!index || !LLVMIsAConstantInt(index) ||
        LLVMConstIntGetZExtValue(index) >= LLVMGetVectorSize(LLVMTypeOf(vector)))
      return all;
    uint64_t lane = (uint64_t)1 << LLVMConstIntGetZExtValue(index);
    used |= extracts ? lane : used_lanes(user, depth + 1) & ~lane;
  }
  return depth < DEEPEST ? used : all;
}

uint64_t vector_used_lanes(LLVMValueRef vector) { return used_lanes(vector, 0); }
