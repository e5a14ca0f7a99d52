/* What a function remembers from one call to the next: where it is asked for the same once more, it
 * gives what it has kept. That was computed in another call, and counts as constant in this one, so
 * that a second derivative at one point lacks it. A comparison for equality with a number in a
 * global that the function stores itself shows such a memory, and a warning tells of it. */
#include "diff.h"

/* The variable that lasts in which the pointer is, or NULL. */
static LLVMValueRef lasting_variable(LLVMValueRef pointer) {
  LLVMValueRef object = bridge_underlying_object(pointer);
  bool lasts = LLVMIsAGlobalVariable(object) && !LLVMIsGlobalConstant(object);
  return lasts ? object : NULL;
}

static LLVMValueRef loaded_from(LLVMValueRef number) {
  while (LLVMIsAFPExtInst(number) || LLVMIsAFPTruncInst(number))
    number = LLVMGetOperand(number, 0);
  return LLVMIsALoadInst(number) ? lasting_variable(LLVMGetOperand(number, 0)) : NULL;
}

static bool asks_for_equality(LLVMValueRef comparison) {
  switch (LLVMGetFCmpPredicate(comparison)) {
  case LLVMRealOEQ:
  case LLVMRealONE:
  case LLVMRealUEQ:
  case LLVMRealUNE:
    return true;
  default:
    return false;
  }
}

/* The difference whose size a comparison asks for, or NULL: is it near enough? */
static LLVMValueRef compared_difference(LLVMValueRef comparison) {
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef size = LLVMGetOperand(comparison, i);
    LLVMValueRef callee = LLVMIsACallInst(size) ? call_direct_callee(size) : NULL;
    unsigned absolute = LLVMLookupIntrinsicID("llvm.fabs", 9);
    if (!callee || LLVMGetIntrinsicID(callee) != absolute)
      continue;
    LLVMValueRef difference = LLVMGetOperand(size, 0);
    if (LLVMIsABinaryOperator(difference) && LLVMGetInstructionOpcode(difference) == LLVMFSub)
      return difference;
  }
  return NULL;
}

/* The variable with which an active number is compared for equality, or NULL. */
static LLVMValueRef compared_variable(const Activity *activity, LLVMValueRef instruction) {
  LLVMValueRef comparison = LLVMIsAFCmpInst(instruction);
  if (comparison && !asks_for_equality(comparison))
    comparison = compared_difference(comparison);
  if (!comparison)
    return NULL;
  LLVMValueRef a = LLVMGetOperand(comparison, 0), b = LLVMGetOperand(comparison, 1);
  LLVMValueRef first = activity_of_value(activity, b) ? loaded_from(a) : NULL;
  return first || !activity_of_value(activity, a) ? first : loaded_from(b);
}

/* The same of a block of numbers. */
static LLVMValueRef compared_block(const Activity *activity, LLVMValueRef instruction) {
  const LibraryFunction *row = library_function_called(instruction);
  if (!row || row->kind != LIBFN_COMPARES)
    return NULL;
  LLVMValueRef a = LLVMGetOperand(instruction, 0), b = LLVMGetOperand(instruction, 1);
  LLVMValueRef first = activity_has_shadow(activity, b) ? lasting_variable(a) : NULL;
  return first || !activity_has_shadow(activity, a) ? first : lasting_variable(b);
}

static bool is_stored(LLVMValueRef function, LLVMValueRef variable) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      bool store = LLVMIsAStoreInst(instruction);
      bool copy =
          LLVMIsACallInst(instruction) && memory_block_call(instruction) == MEMORY_BLOCK_COPY;
      if ((store || copy) &&
          bridge_underlying_object(LLVMGetOperand(instruction, store ? 1 : 0)) == variable)
        return true;
    }
  return false;
}

void remembered_warn(const Deriver *deriver) {
  DiffContext *diff = deriver->diff;
  const Activity *activity = deriver->sweep.activity;
  if (diff->round != 0)
    return;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef variable = compared_variable(activity, instruction);
      if (!variable)
        variable = compared_block(activity, instruction);
      if (!variable || map_has(diff->remembered, variable) ||
          !is_stored(deriver->sweep.primal, variable))
        continue;
      map_set(diff->remembered, variable, variable);
      diag_at(diff->sink, instruction, DIAG_REMEMBERED, LLVMGetValueName2(variable, &(size_t){0}));
    }
}
