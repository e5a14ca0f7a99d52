/* Lanes of vectors. What nothing looks at LLVM marks poison, and the derivative would multiply the
 * garbage in it by an adjoint of zero, which is NaN where the garbage is infinite or NaN: here such
 * a lane repeats one that is looked at, or is 1. Lanes that pass through an integer become lanes.
 */
#include "prepare.h"

static bool is_undefined(LLVMValueRef value) { return LLVMIsAUndefValue(value) != NULL; }

static bool is_number_vector(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return false;
  LLVMTypeKind lane = LLVMGetTypeKind(LLVMGetElementType(type));
  return lane == LLVMIntegerTypeKind || type_is_float_or_vector(type);
}

/* In a lane of integers the bits of a floating-point one, which it may be; a small number would say
 * that it is none (is_small_number in the types). */
static LLVMValueRef one(LLVMTypeRef lane) {
  if (LLVMGetTypeKind(lane) != LLVMIntegerTypeKind)
    return LLVMConstReal(lane, 1);
  unsigned bits = LLVMGetIntTypeWidth(lane);
  uint64_t pattern = bits == 64 ? (uint64_t)0x3ff << 52 : bits == 32 ? 0x3f800000 : 1;
  return LLVMConstInt(lane, pattern, false);
}

/* `vector` with a 1 in each undefined lane; itself if it has none. */
static LLVMValueRef filled_constant(Arena *arena, LLVMValueRef vector) {
  LLVMTypeRef type = LLVMTypeOf(vector);
  unsigned lanes = LLVMGetVectorSize(type);
  LLVMValueRef *values = ARENA_ARRAY(arena, LLVMValueRef, lanes);
  bool changed = false;
  for (unsigned i = 0; i < lanes; i++) {
    values[i] = LLVMGetAggregateElement(vector, i);
    if (!values[i])
      return vector;
    if (is_undefined(values[i])) {
      values[i] = one(LLVMGetElementType(type));
      changed = true;
    }
  }
  return changed ? LLVMConstVector(values, lanes) : vector;
}

/* The same shuffle with every undefined lane of the mask replaced by one that is defined. */
static LLVMValueRef filled_shuffle(Arena *arena, LLVMBuilderRef builder, LLVMValueRef shuffle) {
  LLVMValueRef sources[2] = {LLVMGetOperand(shuffle, 0), LLVMGetOperand(shuffle, 1)};
  int lanes = (int)LLVMGetVectorSize(LLVMTypeOf(sources[0]));
  unsigned count = LLVMGetNumMaskElements(shuffle);
  int known = -1;
  bool changed = false;
  int *mask = ARENA_ARRAY(arena, int, count);
  for (unsigned i = 0; i < count; i++) {
    mask[i] = LLVMGetMaskValue(shuffle, i);
    if (mask[i] >= 0 && is_undefined(sources[mask[i] >= lanes]))
      mask[i] = LLVMGetUndefMaskElem();
    if (mask[i] < 0)
      changed = true;
    else if (known < 0)
      known = mask[i];
  }
  if (!changed || known < 0)
    return shuffle;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(shuffle)));
  LLVMValueRef *indices = ARENA_ARRAY(arena, LLVMValueRef, count);
  for (unsigned i = 0; i < count; i++)
    indices[i] = LLVMConstInt(i32, (unsigned long long)(mask[i] < 0 ? known : mask[i]), false);
  LLVMPositionBuilderBefore(builder, shuffle);
  return LLVMBuildShuffleVector(builder, sources[0], sources[1], LLVMConstVector(indices, count),
                                "");
}

/* A vector's lanes taken out through one wide integer, as scalar replacement does: the bitcast of a
 * part of it, or NULL. */
static LLVMValueRef lanes_of_bits(Arena *arena, LLVMBuilderRef builder, LLVMValueRef cast) {
  LLVMValueRef bits = LLVMGetOperand(cast, 0);
  uint64_t start = 0;
  if (LLVMIsATruncInst(bits))
    bits = LLVMGetOperand(bits, 0);
  if (LLVMIsAInstruction(bits) && LLVMGetInstructionOpcode(bits) == LLVMLShr &&
      LLVMIsAConstantInt(LLVMGetOperand(bits, 1))) {
    start = LLVMConstIntGetZExtValue(LLVMGetOperand(bits, 1));
    bits = LLVMGetOperand(bits, 0);
  }
  LLVMTypeRef type = LLVMTypeOf(cast), lane = type_scalar(type);
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(cast)));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  if (!LLVMIsABitCastInst(bits) || LLVMByteOrder(layout) != LLVMLittleEndian)
    return NULL;
  LLVMValueRef vector = LLVMGetOperand(bits, 0);
  uint64_t lane_bits = LLVMSizeOfTypeInBits(layout, lane);
  uint64_t count = LLVMSizeOfTypeInBits(layout, type) / lane_bits;
  if (LLVMGetTypeKind(LLVMTypeOf(vector)) != LLVMVectorTypeKind ||
      LLVMGetElementType(LLVMTypeOf(vector)) != lane || !type_is_float_or_vector(lane) ||
      start % lane_bits || start / lane_bits + count > LLVMGetVectorSize(LLVMTypeOf(vector)))
    return NULL;
  LLVMPositionBuilderBefore(builder, cast);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef *indices = ARENA_ARRAY(arena, LLVMValueRef, count);
  for (uint64_t i = 0; i < count; i++)
    indices[i] = LLVMConstInt(i32, start / lane_bits + i, false);
  if (lane == type)
    return LLVMBuildExtractElement(builder, vector, indices[0], "");
  return LLVMBuildShuffleVector(builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                LLVMConstVector(indices, (unsigned)count), "");
}

LLVMValueRef prepare_vector_before_cast(LLVMValueRef value, unsigned *bits) {
  LLVMValueRef source = LLVMIsABitCastInst(value) ? LLVMGetOperand(value, 0) : NULL;
  if (!source || LLVMGetTypeKind(LLVMTypeOf(source)) != LLVMVectorTypeKind ||
      LLVMGetTypeKind(type_scalar(LLVMTypeOf(source))) == LLVMPointerTypeKind)
    return NULL;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(value))));
  *bits = (unsigned)LLVMSizeOfTypeInBits(layout, type_scalar(LLVMTypeOf(source)));
  return source;
}

/* What insertions put into a lane, or an extraction of it. */
static LLVMValueRef lane_of(LLVMBuilderRef builder, LLVMValueRef vector, LLVMValueRef lane) {
  uint64_t wanted = LLVMConstIntGetZExtValue(lane);
  for (LLVMValueRef from = vector;; from = LLVMGetOperand(from, 0)) {
    if (LLVMIsAConstant(from) && LLVMGetAggregateElement(from, (unsigned)wanted))
      return LLVMGetAggregateElement(from, (unsigned)wanted);
    if (!LLVMIsAInsertElementInst(from) || !LLVMIsAConstantInt(LLVMGetOperand(from, 2)))
      return LLVMBuildExtractElement(builder, vector, lane, "");
    if (LLVMConstIntGetZExtValue(LLVMGetOperand(from, 2)) == wanted)
      return LLVMGetOperand(from, 1);
  }
}

/* A byte that is put into a vector of wider lanes goes into its lane alone: a flag beside a number
 * in a structure that LLVM keeps in a register. */
static bool widen_insertion(LLVMBuilderRef builder, LLVMValueRef insertion) {
  LLVMValueRef part = LLVMGetOperand(insertion, 1), index = LLVMGetOperand(insertion, 2);
  LLVMTypeRef type = LLVMTypeOf(insertion), narrow = LLVMTypeOf(part);
  unsigned bits;
  LLVMValueRef source = prepare_vector_before_cast(LLVMGetOperand(insertion, 0), &bits);
  if (!source || LLVMGetTypeKind(narrow) != LLVMIntegerTypeKind || !LLVMIsAConstantInt(index) ||
      bits > 64 || bits % LLVMGetIntTypeWidth(narrow) || bits == LLVMGetIntTypeWidth(narrow))
    return false;
  unsigned part_bits = LLVMGetIntTypeWidth(narrow), parts = bits / part_bits;
  uint64_t at = LLVMConstIntGetZExtValue(index), shift = at % parts * part_bits;
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTypeRef wide = LLVMIntTypeInContext(context, bits);
  LLVMTypeRef vector = LLVMVectorType(wide, LLVMGetVectorSize(LLVMTypeOf(source)));
  LLVMValueRef lane = LLVMConstInt(LLVMInt32TypeInContext(context), at / parts, false);
  LLVMPositionBuilderBefore(builder, insertion);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(insertion));
  LLVMValueRef lanes = LLVMBuildBitCast(builder, source, vector, "");
  LLVMValueRef old = lane_of(builder, lanes, lane);
  uint64_t mask = (((uint64_t)1 << part_bits) - 1) << shift;
  if (!LLVMIsAConstant(old)) /* poison in one byte is none in the others */
    old = LLVMBuildFreeze(builder, old, "");
  old = LLVMBuildAnd(builder, old, LLVMConstInt(wide, ~mask, false), "");
  LLVMValueRef new = LLVMBuildZExt(builder, part, wide, "");
  new = LLVMBuildShl(builder, new, LLVMConstInt(wide, shift, false), "");
  new = LLVMBuildOr(builder, old, new, "");
  lanes = LLVMBuildInsertElement(builder, lanes, new, lane, "");
  LLVMReplaceAllUsesWith(insertion, LLVMBuildBitCast(builder, lanes, type, ""));
  LLVMInstructionEraseFromParent(insertion);
  return true;
}

void prepare_fill_lanes(Arena *arena, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef instruction = LLVMGetFirstInstruction(block), next; instruction;
         instruction = next) {
      next = LLVMGetNextInstruction(instruction);
      LLVMValueRef lanes =
          LLVMIsABitCastInst(instruction) ? lanes_of_bits(arena, builder, instruction) : NULL;
      if (lanes) {
        LLVMReplaceAllUsesWith(instruction, lanes);
        LLVMInstructionEraseFromParent(instruction);
        continue;
      }
      if (LLVMGetInstructionOpcode(instruction) == LLVMInsertElement &&
          widen_insertion(builder, instruction))
        continue;
      bool shuffles = LLVMGetInstructionOpcode(instruction) == LLVMShuffleVector;
      if (shuffles && is_number_vector(LLVMTypeOf(instruction))) {
        LLVMValueRef filled = filled_shuffle(arena, builder, instruction);
        if (filled != instruction) {
          LLVMReplaceAllUsesWith(instruction, filled);
          LLVMInstructionEraseFromParent(instruction);
        }
        continue;
      }
      for (unsigned i = 0; !shuffles && i < (unsigned)LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, i);
        if (LLVMIsAConstant(operand) && is_number_vector(LLVMTypeOf(operand)))
          LLVMSetOperand(instruction, i, filled_constant(arena, operand));
      }
    }
  LLVMDisposeBuilder(builder);
}
