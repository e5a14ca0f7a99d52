/* Integers that functions pass to each other out of places where numbers lie by turns: a tree whose
 * nodes hold a number or the indices of two others. Such an integer is part of what may be a number
 * as far as its type tells, but no adjoint comes back to what is only counted with. So it is of a
 * whole word, if nothing makes an address of it either: the row that a permutation tells, in memory
 * that cannot be told from that of the matrix. */
#include "diff.h"

typedef struct {
  const Deriver *deriver;
  bool whole; /* it may be an address as well */
  Map *seen;
} Counting;

static bool stays_integer(const Counting *counting, LLVMValueRef value);

/* Does the callee only count with what it gets there? */
static bool is_counted_with(const Counting *counting, LLVMValueRef call, LLVMValueRef value) {
  const Deriver *deriver = counting->deriver;
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
      custom_has_rule(deriver->diff, callee, deriver->key))
    return false;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (LLVMGetOperand(call, i) == value &&
        (i >= LLVMCountParams(callee) || !stays_integer(counting, LLVMGetParam(callee, i))))
      return false;
  return true;
}

/* Could the sum be an address again, of which a part was passed? Products and rests are none. */
static bool may_make_address(LLVMValueRef operation, LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(operation)) {
  case LLVMMul:
  case LLVMShl:
  case LLVMURem:
  case LLVMSRem:
  case LLVMLShr:
  case LLVMAShr:
    return false;
  case LLVMAdd:
  case LLVMSub:
    return LLVMGetOperand(operation, 0) != value ||
           !LLVMIsAConstantInt(LLVMGetOperand(operation, 1));
  default:
    return true;
  }
}

/* A use that makes no number of it: what a conversion makes of the bits of a number would follow
 * that number. */
static bool is_integer_use(const Counting *counting, LLVMValueRef user, LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMICmp:
  case LLVMSwitch:
    return true;
  case LLVMGetElementPtr:
    return LLVMGetOperand(user, 0) != value && !LLVMIsNull(LLVMGetOperand(user, 0));
  case LLVMStore:
    return LLVMGetOperand(user, 0) == value &&
           types_of_access(counting->deriver->sweep.types, user, 0).kind == BYTE_INTEGER;
  case LLVMCall:
  case LLVMInvoke:
    return is_counted_with(counting, user, value);
  case LLVMSelect:
    return LLVMGetOperand(user, 0) == value || stays_integer(counting, user);
  case LLVMPHI:
  case LLVMFreeze:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
    return stays_integer(counting, user);
  default:
    return LLVMIsABinaryOperator(user) && !(counting->whole && may_make_address(user, value)) &&
           stays_integer(counting, user);
  }
}

static bool stays_integer(const Counting *counting, LLVMValueRef value) {
  enum { MOST_VALUES = 256 };
  Map *seen = counting->seen;
  if (map_has(seen, value))
    return true;
  if (map_count(seen) >= MOST_VALUES)
    return false;
  map_set(seen, value, value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!is_integer_use(counting, LLVMGetUser(use), value))
      return false;
  return true;
}

static bool is_part_of_word(const Deriver *deriver, LLVMValueRef value) {
  ByteType first = types_of_value(deriver->sweep.types, value, 0);
  return first.kind >= BYTE_MIXED && mixed_is_part(deriver, LLVMTypeOf(value), first);
}

static Counting count_with(const Deriver *deriver, bool whole) {
  return (Counting){deriver, whole, map_create(deriver->sweep.arena)};
}

bool passed_is_integer(const Deriver *deriver, LLVMValueRef call, unsigned index) {
  LLVMValueRef argument = LLVMGetOperand(call, index);
  Counting counting = count_with(deriver, false);
  return is_part_of_word(deriver, argument) && is_counted_with(&counting, call, argument);
}

bool passed_is_count(const Deriver *deriver, LLVMValueRef call, unsigned index) {
  LLVMValueRef argument = LLVMGetOperand(call, index);
  Counting counting = count_with(deriver, true);
  return LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMIntegerTypeKind &&
         is_counted_with(&counting, call, argument);
}

bool returned_is_integer(const Deriver *deriver, LLVMValueRef call) {
  Counting counting = count_with(deriver, false);
  return is_part_of_word(deriver, call) && stays_integer(&counting, call);
}
