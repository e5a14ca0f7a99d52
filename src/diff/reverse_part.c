/* The reverse of instructions that take values apart or put them together: lanes of vectors,
 * members of structures, sums of lanes. */
#include "diff.h"

/* How many numbers a lane holds: a lane of 64 bits may be two floats. 0: lanes are parts of one. */
static unsigned numbers_per_lane(const Deriver *deriver, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value), adjoint = deriver_adjoint_type(deriver, value);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return 1;
  if (LLVMGetTypeKind(adjoint) != LLVMVectorTypeKind ||
      LLVMGetVectorSize(adjoint) % LLVMGetVectorSize(type))
    return 0;
  return LLVMGetVectorSize(adjoint) / LLVMGetVectorSize(type);
}

/* An adjoint in the lanes in which the primal has `value`. */
static LLVMTypeRef lanes_of(const Deriver *deriver, LLVMValueRef value) {
  return numbers_per_lane(deriver, value) == 1 ? deriver_adjoint_type(deriver, value)
                                               : LLVMTypeOf(value);
}

/* The vector that lanes are taken from, or, for an insertion, put into. Constants tell nothing of
 * what their lanes are. */
static LLVMValueRef source_of(LLVMValueRef instruction) {
  if (LLVMIsAInsertElementInst(instruction))
    return instruction;
  LLVMValueRef first = LLVMGetOperand(instruction, 0);
  return LLVMIsAConstant(first) && LLVMIsAShuffleVectorInst(instruction)
             ? LLVMGetOperand(instruction, 1)
             : first;
}

static void reverse_extraction(Deriver *deriver, LLVMValueRef extraction, LLVMValueRef delta,
                               unsigned lane) {
  LLVMValueRef vector = LLVMGetOperand(extraction, 0);
  LLVMValueRef index = reverse_fetch_primal(deriver, LLVMGetOperand(extraction, 1));
  LLVMTypeRef lanes = lanes_of(deriver, vector);
  delta = byte_move_as(deriver, delta, LLVMGetElementType(lanes));
  delta = LLVMBuildInsertElement(deriver->builder, build_zero(lanes), delta, index, "");
  adjoint_add(deriver, vector, lane, delta);
}

static void reverse_insertion(Deriver *deriver, LLVMValueRef insertion, LLVMValueRef delta,
                              unsigned lane) {
  LLVMValueRef index = reverse_fetch_primal(deriver, LLVMGetOperand(insertion, 2));
  delta = byte_move_as(deriver, delta, lanes_of(deriver, insertion));
  LLVMValueRef zero = build_zero(LLVMGetElementType(LLVMTypeOf(delta)));
  adjoint_add(deriver, LLVMGetOperand(insertion, 1), lane,
              LLVMBuildExtractElement(deriver->builder, delta, index, ""));
  adjoint_add(deriver, LLVMGetOperand(insertion, 0), lane,
              LLVMBuildInsertElement(deriver->builder, delta, zero, index, ""));
}

static void reverse_shuffle(Deriver *deriver, LLVMValueRef shuffle, LLVMValueRef delta,
                            unsigned lane) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef type = deriver_adjoint_type(deriver, source_of(shuffle));
  unsigned numbers = numbers_per_lane(deriver, shuffle), held = LLVMGetVectorSize(type);
  LLVMValueRef sums[2] = {build_zero(type), build_zero(type)};
  for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle) * numbers; i++) {
    int mask = LLVMGetMaskValue(shuffle, i / numbers);
    if (mask < 0)
      continue;
    unsigned from = (unsigned)mask * numbers + i % numbers, side = from >= held;
    LLVMValueRef to = LLVMConstInt(i32, from - side * held, false);
    LLVMValueRef part = LLVMBuildExtractElement(b, delta, LLVMConstInt(i32, i, false), "");
    LLVMValueRef old = LLVMBuildExtractElement(b, sums[side], to, "");
    sums[side] =
        LLVMBuildInsertElement(b, sums[side], build_accumulate(deriver, old, part, NULL), to, "");
  }
  for (unsigned side = 0; side < 2; side++)
    adjoint_add(deriver, LLVMGetOperand(shuffle, side), lane, sums[side]);
}

void reverse_vector(Deriver *deriver, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  unsigned from = numbers_per_lane(deriver, source_of(instruction));
  unsigned to = numbers_per_lane(deriver, instruction);
  if (!from || !to || (from != to && opcode == LLVMShuffleVector)) {
    deriver_error(deriver, instruction, DIAG_UNKNOWN_TYPE,
                  "lanes of integers that are parts of floating-point numbers");
    return;
  }
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, instruction, lane);
    if (opcode == LLVMExtractElement)
      reverse_extraction(deriver, instruction, delta, lane);
    else if (opcode == LLVMInsertElement)
      reverse_insertion(deriver, instruction, delta, lane);
    else
      reverse_shuffle(deriver, instruction, delta, lane);
  }
}

/* Walks into an aggregate along the instruction's indices; replaces the leaf by zero or returns it.
 */
static LLVMValueRef leaf(Deriver *deriver, LLVMValueRef aggregate, LLVMValueRef path) {
  for (unsigned i = 0; i < LLVMGetNumIndices(path); i++)
    aggregate = LLVMBuildExtractValue(deriver->builder, aggregate, LLVMGetIndices(path)[i], "");
  return aggregate;
}

static LLVMValueRef with_leaf(Deriver *deriver, LLVMValueRef aggregate, LLVMValueRef path,
                              unsigned depth, LLVMValueRef value) {
  if (depth == LLVMGetNumIndices(path))
    return value;
  unsigned index = LLVMGetIndices(path)[depth];
  LLVMValueRef inner = LLVMBuildExtractValue(deriver->builder, aggregate, index, "");
  return LLVMBuildInsertValue(deriver->builder, aggregate,
                              with_leaf(deriver, inner, path, depth + 1, value), index, "");
}

void reverse_aggregate(Deriver *deriver, LLVMValueRef instruction) {
  LLVMValueRef first = LLVMGetOperand(instruction, 0);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, instruction, lane);
    if (LLVMGetInstructionOpcode(instruction) == LLVMExtractValue) {
      LLVMValueRef zero = build_zero(deriver_adjoint_type(deriver, first));
      LLVMTypeRef wanted = LLVMTypeOf(leaf(deriver, zero, instruction));
      LLVMValueRef part = byte_move_as(deriver, delta, wanted);
      if (!part || !type_contains_float(wanted))
        deriver_error(deriver, instruction, DIAG_UNKNOWN_TYPE,
                      "its bytes are used as different types");
      else
        adjoint_add(deriver, first, lane, with_leaf(deriver, zero, instruction, 0, part));
      continue;
    }
    LLVMValueRef inserted = LLVMGetOperand(instruction, 1);
    LLVMValueRef part = leaf(deriver, delta, instruction);
    adjoint_add(deriver, inserted, lane, part);
    adjoint_add(deriver, first, lane,
                with_leaf(deriver, delta, instruction, 0, build_zero(LLVMTypeOf(part))));
  }
}

/* start + v[0] + … : every summand gets the sum's adjoint. */
void reverse_sum_reduction(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef vector = LLVMGetOperand(call, 1);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, call, lane);
    LLVMValueRef splat = build_zero(LLVMTypeOf(vector));
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(vector)); i++)
      splat =
          LLVMBuildInsertElement(deriver->builder, splat, delta, LLVMConstInt(i32, i, false), "");
    adjoint_add(deriver, LLVMGetOperand(call, 0), lane, delta);
    adjoint_add(deriver, vector, lane, splat);
  }
}
