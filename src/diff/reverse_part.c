/* The reverse of instructions that take values apart or put them together: lanes of vectors,
 * members of structures, sums of lanes. */
#include "diff.h"

/* Lanes of integers may be parts of a floating-point number, or several of them. */
static bool lanes_are_numbers(const Deriver *deriver, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value), adjoint = deriver_adjoint_type(deriver, value);
  return LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
         (LLVMGetTypeKind(adjoint) == LLVMVectorTypeKind &&
          LLVMGetVectorSize(type) == LLVMGetVectorSize(adjoint));
}

void reverse_vector(Deriver *deriver, LLVMValueRef instruction) {
  if (!lanes_are_numbers(deriver, instruction) ||
      !lanes_are_numbers(deriver, LLVMGetOperand(instruction, 0))) {
    deriver_error(deriver, instruction, DIAG_UNKNOWN_TYPE,
                  "lanes of integers that are parts of floating-point numbers");
    return;
  }
  LLVMBuilderRef b = deriver->builder;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMValueRef first = LLVMGetOperand(instruction, 0);
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef delta = adjoint_take(deriver, instruction, lane);
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMExtractElement: {
      LLVMValueRef index = reverse_fetch_primal(deriver, LLVMGetOperand(instruction, 1));
      LLVMValueRef zero = build_zero(deriver_adjoint_type(deriver, first));
      adjoint_add(deriver, first, lane, LLVMBuildInsertElement(b, zero, delta, index, ""));
      break;
    }
    case LLVMInsertElement: {
      LLVMValueRef index = reverse_fetch_primal(deriver, LLVMGetOperand(instruction, 2));
      LLVMValueRef inserted = LLVMGetOperand(instruction, 1);
      LLVMValueRef zero = build_zero(LLVMGetElementType(LLVMTypeOf(delta)));
      adjoint_add(deriver, inserted, lane, LLVMBuildExtractElement(b, delta, index, ""));
      adjoint_add(deriver, first, lane, LLVMBuildInsertElement(b, delta, zero, index, ""));
      break;
    }
    case LLVMShuffleVector: {
      LLVMTypeRef type = deriver_adjoint_type(deriver, first);
      unsigned held = LLVMGetVectorSize(type);
      LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
      LLVMValueRef sums[2] = {build_zero(type), build_zero(type)};
      for (unsigned i = 0; i < LLVMGetNumMaskElements(instruction); i++) {
        int from = LLVMGetMaskValue(instruction, i);
        if (from < 0)
          continue;
        unsigned side = (unsigned)from >= held;
        LLVMValueRef to = LLVMConstInt(i32, (unsigned)from - side * held, false);
        LLVMValueRef part = LLVMBuildExtractElement(b, delta, LLVMConstInt(i32, i, false), "");
        LLVMValueRef old = LLVMBuildExtractElement(b, sums[side], to, "");
        sums[side] = LLVMBuildInsertElement(b, sums[side],
                                            build_accumulate(deriver, old, part, NULL), to, "");
      }
      for (unsigned side = 0; side < 2; side++)
        adjoint_add(deriver, LLVMGetOperand(instruction, side), lane, sums[side]);
      break;
    }
    default:
      break;
    }
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
      LLVMValueRef old = leaf(deriver, zero, instruction);
      if (LLVMTypeOf(old) == LLVMTypeOf(delta))
        adjoint_add(deriver, first, lane, with_leaf(deriver, zero, instruction, 0, delta));
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
