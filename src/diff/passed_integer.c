/* Integers that functions pass to each other out of places where numbers lie by turns: a tree whose
 * nodes hold a number or the indices of two others. Such an integer is part of what may be a number
 * as far as its type tells, but no adjoint comes back to what is only counted with. */
#include "diff.h"

static bool stays_integer(const Deriver *deriver, LLVMValueRef value, Map *seen);

/* Does the callee only count with what it gets there? */
static bool is_counted_with(const Deriver *deriver, LLVMValueRef call, LLVMValueRef value,
                            Map *seen) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
      custom_has_rule(deriver->diff, callee, deriver->key))
    return false;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (LLVMGetOperand(call, i) == value &&
        (i >= LLVMCountParams(callee) || !stays_integer(deriver, LLVMGetParam(callee, i), seen)))
      return false;
  return true;
}

/* A use that makes no number of it: what a conversion makes of the bits of a number would follow
 * that number. */
static bool is_integer_use(const Deriver *deriver, LLVMValueRef user, LLVMValueRef value,
                           Map *seen) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMICmp:
  case LLVMSwitch:
    return true;
  case LLVMGetElementPtr:
    return LLVMGetOperand(user, 0) != value;
  case LLVMStore:
    return LLVMGetOperand(user, 0) == value &&
           types_of_access(deriver->sweep.types, user, 0).kind == BYTE_INTEGER;
  case LLVMCall:
  case LLVMInvoke:
    return is_counted_with(deriver, user, value, seen);
  case LLVMSelect:
    return LLVMGetOperand(user, 0) == value || stays_integer(deriver, user, seen);
  case LLVMPHI:
  case LLVMFreeze:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
    return stays_integer(deriver, user, seen);
  default:
    return LLVMIsABinaryOperator(user) && stays_integer(deriver, user, seen);
  }
}

static bool stays_integer(const Deriver *deriver, LLVMValueRef value, Map *seen) {
  enum { MOST_VALUES = 256 };
  if (map_has(seen, value))
    return true;
  if (map_count(seen) >= MOST_VALUES)
    return false;
  map_set(seen, value, value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!is_integer_use(deriver, LLVMGetUser(use), value, seen))
      return false;
  return true;
}

static bool is_part_of_word(const Deriver *deriver, LLVMValueRef value) {
  ByteType first = types_of_value(deriver->sweep.types, value, 0);
  return first.kind >= BYTE_MIXED && mixed_is_part(deriver, LLVMTypeOf(value), first);
}

bool passed_is_integer(const Deriver *deriver, LLVMValueRef call, unsigned index) {
  LLVMValueRef argument = LLVMGetOperand(call, index);
  return is_part_of_word(deriver, argument) &&
         is_counted_with(deriver, call, argument, map_create(deriver->sweep.arena));
}

bool returned_is_integer(const Deriver *deriver, LLVMValueRef call) {
  return is_part_of_word(deriver, call) &&
         stays_integer(deriver, call, map_create(deriver->sweep.arena));
}
