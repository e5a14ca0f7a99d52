/* Vectors that are loaded for some of their lanes: an optimiser that needs one number in a vector
 * loads as many as fit one where they may be read. The other lanes lie over whatever is there. Each
 * lane that is used is loaded by itself.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

enum { MOST_LANES = 64 };

static uint64_t all_lanes(LLVMValueRef vector) {
  return UINT64_MAX >> (MOST_LANES - LLVMGetVectorSize(LLVMTypeOf(vector)));
}

static uint64_t used_lanes(LLVMValueRef vector, unsigned depth);

/* Of those that a rearrangement takes from the vector. */
static uint64_t lanes_shuffled(LLVMValueRef shuffle, LLVMValueRef vector, unsigned depth) {
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector)), count = LLVMGetNumMaskElements(shuffle);
  uint64_t wanted = count <= MOST_LANES ? used_lanes(shuffle, depth) : UINT64_MAX, used = 0;
  for (unsigned i = 0; i < count; i++) {
    int lane = LLVMGetMaskValue(shuffle, i);
    bool looks = i >= MOST_LANES || wanted >> i & 1;
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
  uint64_t all = all_lanes(vector), used = 0;
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

static bool is_plain_vector(LLVMTargetDataRef layout, LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load);
  if (!LLVMIsALoadInst(load) || LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
      LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
    return false;
  LLVMTypeRef lane = LLVMGetElementType(type);
  return LLVMGetVectorSize(type) <= MOST_LANES &&
         LLVMSizeOfTypeInBits(layout, lane) == 8 * LLVMABISizeOfType(layout, lane);
}

static void load_lanes(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef load,
                       uint64_t used) {
  LLVMTypeRef type = LLVMTypeOf(load), lane_type = LLVMGetElementType(type);
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTypeRef byte = LLVMInt8TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
  LLVMValueRef vector = LLVMGetPoison(type);
  LLVMPositionBuilderBefore(builder, load);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
  for (unsigned lane = 0; lane < LLVMGetVectorSize(type); lane++) {
    if (!(used >> lane & 1))
      continue;
    uint64_t bytes = lane * LLVMABISizeOfType(layout, lane_type);
    LLVMValueRef offset = LLVMConstInt(i64, bytes, false), place = LLVMGetOperand(load, 0);
    if (bytes)
      place = LLVMBuildInBoundsGEP2(builder, byte, place, &offset, 1, "");
    LLVMValueRef number = LLVMBuildLoad2(builder, lane_type, place, "");
    prepare_describe_part(load, number, bytes);
    vector = LLVMBuildInsertElement(builder, vector, number, LLVMConstInt(i64, lane, false), "");
  }
  LLVMReplaceAllUsesWith(load, vector);
  LLVMInstructionEraseFromParent(load);
}

static void narrow(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef load) {
  uint64_t used = used_lanes(load, 0);
  if (used != all_lanes(load))
    load_lanes(builder, layout, load, used);
}

/* What is read as numbers and as integers, for members of either kind, is read once for each. */
static void load_as_both(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef load) {
  for (LLVMUseRef next, use = LLVMGetFirstUse(load); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef cast = LLVMGetUser(use);
    LLVMTypeRef type = LLVMTypeOf(cast);
    if (!LLVMIsABitCastInst(cast) || LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
        LLVMGetVectorSize(type) != LLVMGetVectorSize(LLVMTypeOf(load)) ||
        used_lanes(cast, 0) == all_lanes(cast))
      continue;
    LLVMPositionBuilderBefore(builder, load);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
    LLVMValueRef other = LLVMBuildLoad2(builder, type, LLVMGetOperand(load, 0), "");
    LLVMSetAlignment(other, LLVMGetAlignment(load));
    LLVMReplaceAllUsesWith(cast, other);
    LLVMInstructionEraseFromParent(cast);
    narrow(builder, layout, other);
  }
}

void prepare_narrow_loads(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, load = LLVMGetFirstInstruction(block); load; load = next) {
      bool narrows = is_plain_vector(layout, load) && LLVMGetFirstUse(load);
      if (narrows)
        load_as_both(builder, layout, load);
      next = LLVMGetNextInstruction(load);
      if (narrows)
        narrow(builder, layout, load);
    }
  LLVMDisposeBuilder(builder);
}
