/* Blocks of memory, field by field: the pattern of scalars that a block repeats, as far as type
 * inference knows it, and loops that do something with each of them. */
#include "block.h"

uint64_t block_size_of(Deriver *deriver, LLVMTypeRef type) {
  return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
}

/* The scalars of the block that `call` moves: over its constant length, or over one period.
 * False if some byte's kind is not known. */
static bool block_pattern(Deriver *deriver, LLVMValueRef call, uint64_t length,
                          FieldArray *fields) {
  for (uint64_t at = 0; at < length;) {
    ByteType byte = types_of_access(deriver->sweep.types, call, at);
    Field field = {at, 1, NULL, byte.kind};
    switch (byte.kind) {
    case BYTE_FLOAT:
      field.type = byte.type;
      field.size = block_size_of(deriver, byte.type);
      if (byte.offset != 0 || at + field.size > length)
        return false;
      break;
    case BYTE_POINTER:
      field.type = LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
      field.size = block_size_of(deriver, field.type);
      if (byte.offset != 0 || at + field.size > length)
        return false;
      break;
    case BYTE_INTEGER:
      break;
    default:
      return false;
    }
    if (field.type)
      ARRAY_PUSH(deriver->sweep.arena, *fields, field);
    at += field.size;
    if (byte.kind == BYTE_FLOAT &&
        LLVMABISizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), byte.type) > field.size)
      at +=
          LLVMABISizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), byte.type) - field.size;
  }
  return true;
}

void block_loop(Deriver *deriver, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes,
                uint64_t period, const FieldArray *fields, bool descending, FieldAction action) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module)),
              i8 = LLVMInt8TypeInContext(context);
  LLVMBasicBlockRef start = LLVMGetInsertBlock(deriver->builder);
  LLVMValueRef function = deriver->sweep.function;
  bool reverse = map_has(deriver->sweep.reverse_blocks, start);
  LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(context, function, "block.body");
  LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(context, function, "block.done");
  if (reverse) {
    map_set(deriver->sweep.reverse_blocks, body, body);
    map_set(deriver->sweep.reverse_blocks, done, done);
    map_set(deriver->sweep.loop_of, body, map_get(deriver->sweep.loop_of, start));
    map_set(deriver->sweep.loop_of, done, map_get(deriver->sweep.loop_of, start));
  }
  if (fields->count > 1 && !LLVMIsAConstantInt(bytes)) {
    LLVMValueRef arguments[] = {bytes, LLVMConstInt(i64, period, false)};
    deriver_call_runtime(deriver, "adcc_tape_check_multiple", NULL, arguments, 2);
  }
  LLVMValueRef count = LLVMBuildUDiv(deriver->builder, bytes, LLVMConstInt(i64, period, false), "");
  LLVMValueRef zero = LLVMConstInt(i64, 0, false), one = LLVMConstInt(i64, 1, false);
  LLVMValueRef any = LLVMBuildICmp(deriver->builder, LLVMIntNE, count, zero, "");
  LLVMBuildCondBr(deriver->builder, any, body, done);
  LLVMPositionBuilderAtEnd(deriver->builder, body);
  LLVMValueRef index = LLVMBuildPhi(deriver->builder, i64, "");
  LLVMValueRef item = index;
  if (descending)
    item =
        LLVMBuildSub(deriver->builder, LLVMBuildSub(deriver->builder, count, one, ""), index, "");
  for (size_t i = 0; i < fields->count; i++) {
    LLVMValueRef offset =
        LLVMBuildAdd(deriver->builder,
                     LLVMBuildMul(deriver->builder, item, LLVMConstInt(i64, period, false), ""),
                     LLVMConstInt(i64, fields->items[i].offset, false), "");
    action(deriver, &fields->items[i],
           LLVMBuildInBoundsGEP2(deriver->builder, i8, to, &offset, 1, ""),
           from ? LLVMBuildInBoundsGEP2(deriver->builder, i8, from, &offset, 1, "") : NULL);
  }
  LLVMValueRef next = LLVMBuildAdd(deriver->builder, index, one, "");
  LLVMBasicBlockRef body_end = LLVMGetInsertBlock(deriver->builder);
  LLVMAddIncoming(index, &zero, &start, 1);
  LLVMAddIncoming(index, &next, &body_end, 1);
  LLVMBuildCondBr(deriver->builder, LLVMBuildICmp(deriver->builder, LLVMIntULT, next, count, ""),
                  body, done);
  LLVMPositionBuilderAtEnd(deriver->builder, done);
}

void block_add_adjoint(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from) {
  if (field->kind != BYTE_FLOAT)
    return;
  LLVMValueRef delta = LLVMBuildLoad2(deriver->builder, field->type, to, "");
  LLVMSetAlignment(delta, 1);
  LLVMSetAlignment(LLVMBuildStore(deriver->builder, build_zero(field->type), to), 1);
  LLVMValueRef old = LLVMBuildLoad2(deriver->builder, field->type, from, "");
  LLVMSetAlignment(old, 1);
  LLVMValueRef sum = build_accumulate(deriver, old, delta, NULL);
  LLVMSetAlignment(LLVMBuildStore(deriver->builder, sum, from), 1);
}

void block_zero_adjoint(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from) {
  (void)from;
  if (field->kind == BYTE_FLOAT)
    LLVMSetAlignment(LLVMBuildStore(deriver->builder, build_zero(field->type), to), 1);
}

bool block_is_all(const FieldArray *fields, ByteKind kind) {
  for (size_t i = 0; i < fields->count; i++)
    if (fields->items[i].kind != kind)
      return false;
  return true;
}

bool block_has(const FieldArray *fields, ByteKind kind) {
  for (size_t i = 0; i < fields->count; i++)
    if (fields->items[i].kind == kind)
      return true;
  return false;
}

enum { MAX_PATTERN = 4096 };

void block_shorten(FieldArray *fields, uint64_t *period) {
  if (fields->count == 0)
    return;
  const Field *first = &fields->items[0];
  for (size_t i = 0; i < fields->count; i++) {
    const Field *field = &fields->items[i];
    if (field->kind != first->kind || field->type != first->type ||
        field->offset != i * first->size)
      return;
  }
  if (*period != fields->count * first->size)
    return;
  *period = first->size;
  fields->count = 1;
}

bool block_pattern_of(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t *period) {
  LLVMValueRef length = LLVMGetOperand(call, 2), pointer = LLVMGetOperand(call, 0);
  *period = types_period(deriver->sweep.types, pointer);
  if (LLVMIsAConstantInt(length)) {
    uint64_t bytes = LLVMConstIntGetZExtValue(length);
    if (*period == 0 || bytes % *period)
      *period = bytes;
  }
  if (*period == 0) { /* variable length and no known period: one kind of scalar throughout */
    ByteType first = types_of_access(deriver->sweep.types, call, 0);
    if (first.kind == BYTE_FLOAT)
      *period = LLVMABISizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), first.type);
    else
      *period = first.kind == BYTE_POINTER ? 8 : 1;
  }
  if (*period > MAX_PATTERN || !block_pattern(deriver, call, *period, fields))
    return false;
  block_shorten(fields, period);
  return true;
}

void block_copy_pointer(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from) {
  if (field->kind != BYTE_POINTER)
    return;
  LLVMValueRef value = LLVMBuildLoad2(deriver->builder, field->type, from, "");
  LLVMSetAlignment(value, 1);
  LLVMSetAlignment(LLVMBuildStore(deriver->builder, value, to), 1);
}
