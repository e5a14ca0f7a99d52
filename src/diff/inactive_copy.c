/* Forward mode: copies from memory that has no tangents, or turns out to have none (guard.c). A
 * copy of its shadow, which is that memory itself, has moved its floating point as if it were
 * tangents.
 */
#include "block.h"

/* In a structure that holds other things as well; false if it is too long to do it field by field.
 */
static bool zero_copied_fields(Deriver *deriver, LLVMValueRef call, const FieldArray *fields,
                               uint64_t period) {
  enum { MOST_FIELDS = 256 };
  LLVMValueRef length = LLVMGetOperand(call, 2);
  uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : UINT64_MAX;
  if (!period || bytes / period > MOST_FIELDS / fields->count)
    return false;
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef to = deriver_shadow(deriver, LLVMGetOperand(call, 0), lane);
    LLVMValueRef to_inactive = guard_operand_inactive(deriver, call, 0, lane);
    LLVMValueRef from_inactive = guard_operand_inactive(deriver, call, 1, lane);
    LLVMValueRef from_active = LLVMBuildNot(deriver->builder, from_inactive, "");
    guard_check(deriver, call, LLVMBuildAnd(deriver->builder, to_inactive, from_active, ""));
    LLVMValueRef nothing = LLVMBuildOr(deriver->builder, to_inactive, from_active, "");
    for (uint64_t start = 0; start < bytes; start += period)
      for (size_t i = 0; i < fields->count; i++) {
        const Field *field = &fields->items[i];
        if ((field->kind != BYTE_FLOAT && field->kind != BYTE_MIXED) ||
            start + field->offset + field->size > bytes)
          continue;
        LLVMValueRef offset = LLVMConstInt(i64, start + field->offset, false);
        LLVMValueRef place = LLVMBuildInBoundsGEP2(deriver->builder, i8, to, &offset, 1, "");
        block_zero_adjoint(deriver, field, guard_address(deriver, nothing, place, field->type),
                           NULL);
      }
  }
  return true;
}

/* The same, told by run time from pointers. */
static void zero_copied_words(Deriver *deriver, LLVMValueRef call) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef length = LLVMBuildIntCast2(
        deriver->builder, deriver_clone_of(deriver, LLVMGetOperand(call, 2)), i64, false, "");
    LLVMValueRef to_inactive = guard_operand_inactive(deriver, call, 0, lane);
    LLVMValueRef from_active =
        LLVMBuildNot(deriver->builder, guard_operand_inactive(deriver, call, 1, lane), "");
    guard_check(deriver, call, LLVMBuildAnd(deriver->builder, to_inactive, from_active, ""));
    LLVMValueRef nothing = LLVMBuildOr(deriver->builder, to_inactive, from_active, "");
    LLVMValueRef arguments[] = {deriver_shadow(deriver, LLVMGetOperand(call, 0), lane),
                                guard_value(deriver, nothing, length)};
    deriver_call_runtime(deriver, "adcc_tape_clear_numbers", NULL, arguments, 2);
  }
}

void inactive_copy_zero(Deriver *deriver, LLVMValueRef call) {
  FieldArray fields = {0};
  uint64_t period = 0;
  bool known = block_pattern_of(deriver, call, &fields, &period);
  if (known && !block_has(&fields, BYTE_FLOAT) && !block_has(&fields, BYTE_MIXED))
    return;
  if (!known || !block_is_all(&fields, BYTE_FLOAT)) {
    if (!known || !zero_copied_fields(deriver, call, &fields, period))
      zero_copied_words(deriver, call);
    return;
  }
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef length = deriver_clone_of(deriver, LLVMGetOperand(call, 2));
    LLVMValueRef from = guard_operand_inactive(deriver, call, 1, lane);
    guard_check(deriver, call,
                LLVMBuildAnd(deriver->builder, guard_operand_inactive(deriver, call, 0, lane),
                             LLVMBuildNot(deriver->builder, from, ""), ""));
    length = LLVMBuildSelect(deriver->builder, from, length, LLVMConstNull(LLVMTypeOf(length)), "");
    block_zero(deriver, deriver_shadow(deriver, LLVMGetOperand(call, 0), lane),
               guard_value(deriver, guard_operand_inactive(deriver, call, 0, lane), length));
  }
}

/* Text in a structure that has a shadow may be its own shadow, and is left alone. */
void inactive_copy_zero_all(Deriver *deriver, LLVMValueRef call) {
  FieldArray fields = {0};
  uint64_t period = 0;
  if (block_pattern_of(deriver, call, &fields, &period) && fields.count == 0)
    return;
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef shadow = deriver_shadow(deriver, pointer, lane);
    LLVMValueRef bytes = guard_value(deriver, guard_operand_inactive(deriver, call, 0, lane),
                                     deriver_clone_of(deriver, LLVMGetOperand(call, 2)));
    LLVMValueRef is_own = guard_is_own(deriver, deriver_clone_of(deriver, pointer), shadow);
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(bytes));
    block_zero(deriver, shadow, LLVMBuildSelect(deriver->builder, is_own, none, bytes, ""));
  }
}
