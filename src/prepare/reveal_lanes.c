/* Structures of pointers and numbers that vector code loads whole, as one vector of numbers, to
 * take out what it needs of them: an expression of Eigen's with a factor and the addresses of
 * arrays. Each part becomes a load of its own, so that the vector does not make numbers of
 * pointers. */
#include "prepare.h"

static LLVMValueRef constant_lane(LLVMValueRef extraction) {
  bool takes = LLVMIsAExtractElementInst(extraction) != NULL;
  LLVMValueRef index = takes ? LLVMGetOperand(extraction, 1) : NULL;
  return index && LLVMIsAConstantInt(index) ? index : NULL;
}

static uint64_t lane_bytes(LLVMTypeRef vector) {
  LLVMTypeRef lane = LLVMGetElementType(vector);
  return LLVMGetTypeKind(lane) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(lane) / 8
         : LLVMGetTypeKind(lane) == LLVMFloatTypeKind ? 4
                                                      : 8;
}

static bool has_whole_lanes(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return false;
  LLVMTypeRef lane = LLVMGetElementType(type);
  LLVMTypeKind kind = LLVMGetTypeKind(lane);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
         (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(lane) % 8 == 0);
}

/* The vector load of which the address is a part, as a lane of its bits; or NULL. */
static LLVMValueRef load_of_address(LLVMValueRef address, uint64_t *offset) {
  LLVMValueRef extraction = LLVMGetOperand(address, 0);
  LLVMValueRef lane = LLVMIsAInstruction(extraction) ? constant_lane(extraction) : NULL;
  if (!lane)
    return NULL;
  LLVMValueRef cast = LLVMGetOperand(extraction, 0);
  LLVMValueRef load = LLVMIsABitCastInst(cast) ? LLVMGetOperand(cast, 0) : cast;
  if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) || LLVMGetAlignment(load) == 0 ||
      LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic || !has_whole_lanes(LLVMTypeOf(cast)) ||
      !has_whole_lanes(LLVMTypeOf(load)))
    return NULL;
  *offset = LLVMConstIntGetZExtValue(lane) * lane_bytes(LLVMTypeOf(cast));
  return load;
}

/* The one lane that a shuffle takes of its first operand, or -1. */
static int only_lane(LLVMValueRef shuffle, LLVMValueRef vector) {
  int found = -1, lanes = (int)LLVMGetVectorSize(LLVMTypeOf(vector));
  if (LLVMGetOperand(shuffle, 0) != vector || LLVMGetOperand(shuffle, 1) == vector)
    return -1;
  for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(shuffle)); i++) {
    int lane = LLVMGetMaskValue(shuffle, i);
    if (lane < 0)
      continue;
    if (lane >= lanes || (found >= 0 && lane != found))
      return -1;
    found = lane;
  }
  return found;
}

/* Takes what a user needs of the vector from memory; false if that is more than one lane. */
static bool take_lane(LLVMBuilderRef builder, LLVMValueRef load, LLVMValueRef vector,
                      LLVMValueRef user) {
  LLVMTypeRef type = LLVMTypeOf(vector);
  LLVMValueRef index = constant_lane(user), taken;
  if (index) {
    taken = prepare_load_part(builder, load, LLVMConstIntGetZExtValue(index) * lane_bytes(type),
                              LLVMGetElementType(type));
  } else {
    int lane = LLVMIsAShuffleVectorInst(user) ? only_lane(user, vector) : -1;
    if (lane < 0)
      return false;
    LLVMValueRef part = prepare_load_part(builder, load, (uint64_t)lane * lane_bytes(type),
                                          LLVMGetElementType(type));
    LLVMTypeRef wide = LLVMTypeOf(user), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    LLVMPositionBuilderBefore(builder, user);
    taken =
        LLVMBuildInsertElement(builder, LLVMGetPoison(wide), part, LLVMConstInt(i32, 0, false), "");
    LLVMTypeRef mask = LLVMVectorType(i32, LLVMGetVectorSize(wide));
    taken = LLVMBuildShuffleVector(builder, taken, LLVMGetPoison(wide), LLVMConstNull(mask), "");
  }
  LLVMReplaceAllUsesWith(user, taken); /* it stays for its place in the block, without a use */
  return true;
}

static void take_all(LLVMBuilderRef builder, LLVMValueRef load, LLVMValueRef vector) {
  for (LLVMUseRef next, use = LLVMGetFirstUse(vector); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABitCastInst(user) && vector == load && has_whole_lanes(LLVMTypeOf(user)))
      take_all(builder, load, user);
    else
      take_lane(builder, load, vector, user);
  }
}

bool prepare_reveal_address(LLVMBuilderRef builder, LLVMValueRef address) {
  uint64_t offset = 0;
  LLVMValueRef load = load_of_address(address, &offset);
  if (!load || !LLVMIsAInstruction(address))
    return false;
  LLVMReplaceAllUsesWith(address, prepare_load_part(builder, load, offset, LLVMTypeOf(address)));
  LLVMInstructionEraseFromParent(address);
  take_all(builder, load, load);
  return true;
}
