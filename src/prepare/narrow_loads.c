/* Vectors that are loaded for some of their lanes: an optimiser that needs one number in a vector
 * loads as many as fit one where they may be read. The other lanes lie over whatever is there. Each
 * lane that is used is loaded by itself.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

static bool is_plain_vector(LLVMTargetDataRef layout, LLVMValueRef load) {
  LLVMTypeRef type = LLVMTypeOf(load);
  if (!LLVMIsALoadInst(load) || LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
      LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
    return false;
  LLVMTypeRef lane = LLVMGetElementType(type);
  return LLVMGetVectorSize(type) <= VECTOR_MOST_LANES &&
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
  uint64_t used = vector_used_lanes(load);
  if (used != vector_all_lanes(load))
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
        vector_used_lanes(cast) == vector_all_lanes(cast))
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
