/* Blocks of memory, field by field: loops that do something with each scalar of the pattern that a
 * block repeats (block_pattern.c), and what is left to run time. */
#include "block.h"
#include "../../include/adcc/runtime.h"

/* The bytes of a block in which there are fields: none where it ends before the first, as a copy of
 * the text within a string, beside which there are numbers, does; those behind a head that comes
 * once. */
static LLVMValueRef bytes_with_fields(Deriver *deriver, LLVMValueRef bytes, uint64_t period,
                                      const FieldArray *fields) {
  if (LLVMIsAConstantInt(bytes) || !fields->count || fields->items[0].offset == 0)
    return bytes;
  LLVMTypeRef type = LLVMTypeOf(bytes);
  LLVMValueRef before = LLVMConstInt(type, fields->items[0].offset, false);
  LLVMValueRef none = LLVMBuildICmp(deriver->builder, LLVMIntULE, bytes, before, "");
  if (fields->items[0].offset >= period)
    bytes = LLVMBuildSub(deriver->builder, bytes, before, "");
  return LLVMBuildSelect(deriver->builder, none, LLVMConstNull(type), bytes, "");
}

/* A block behind the one that the builder is in, in the same sweep and loop. */
static LLVMBasicBlockRef append_block(Deriver *deriver, LLVMBasicBlockRef start, const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(context, deriver->sweep.function, name);
  if (map_has(deriver->sweep.reverse_blocks, start)) {
    map_set(deriver->sweep.reverse_blocks, block, block);
    map_set(deriver->sweep.loop_of, block, map_get(deriver->sweep.loop_of, start));
  }
  return block;
}

/* What is done with records that follow each other. */
typedef struct {
  Deriver *deriver;
  LLVMValueRef to, from; /* the first record; `from` may be NULL */
  uint64_t period;
  uint64_t head; /* bytes that come once, before all records */
  const FieldArray *fields;
  bool descending;
  FieldAction action;
} Records;

/* Of one record; or of one that goes on for `rest` bytes only, of which the fields in them. */
static void do_record(const Records *records, LLVMValueRef item, LLVMValueRef rest) {
  LLVMBuilderRef b = records->deriver->builder;
  LLVMContextRef context = LLVMGetModuleContext(records->deriver->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context), i8 = LLVMInt8TypeInContext(context);
  const FieldArray *fields = records->fields;
  for (size_t i = 0; i < fields->count; i++) {
    const Field *field = &fields->items[records->descending ? fields->count - 1 - i : i];
    LLVMBasicBlockRef done = NULL;
    if (rest) {
      LLVMBasicBlockRef start = LLVMGetInsertBlock(b);
      LLVMBasicBlockRef does = append_block(records->deriver, start, "block.field");
      done = append_block(records->deriver, start, "block.field.done");
      LLVMValueRef end = LLVMConstInt(i64, field->offset - records->head + field->size, false);
      LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntUGE, rest, end, ""), does, done);
      LLVMPositionBuilderAtEnd(b, does);
    }
    LLVMValueRef offset =
        LLVMBuildAdd(b, LLVMBuildMul(b, item, LLVMConstInt(i64, records->period, false), ""),
                     LLVMConstInt(i64, field->offset, false), "");
    records->action(
        records->deriver, field, LLVMBuildInBoundsGEP2(b, i8, records->to, &offset, 1, ""),
        records->from ? LLVMBuildInBoundsGEP2(b, i8, records->from, &offset, 1, "") : NULL);
    if (done) {
      LLVMBuildBr(b, done);
      LLVMPositionBuilderAtEnd(b, done);
    }
  }
}

/* Which numbers may stand in the field's place as well as a pointer. */
static LLVMValueRef kinds_beside_pointer(const Deriver *deriver, const Field *field) {
  unsigned kinds = field->kind != BYTE_MIXED                           ? ADCC_ANY_NUMBERS
                   : block_is_pair_of_floats(field->kind, field->type) ? ADCC_FLOATS
                                                                       : ADCC_DOUBLES;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  return LLVMConstInt(LLVMInt32TypeInContext(context), kinds, false);
}

/* The program stops if it ends within a number that has an adjoint. */
static void check_cut(const Records *records, const Field *field, LLVMValueRef whole,
                      LLVMValueRef rest) {
  if (field->kind != BYTE_FLOAT && field->kind != BYTE_MIXED)
    return;
  LLVMBuilderRef b = records->deriver->builder;
  LLVMContextRef context = LLVMGetModuleContext(records->deriver->diff->module);
  LLVMTypeRef i64 = LLVMTypeOf(rest);
  LLVMValueRef begin = LLVMConstInt(i64, field->offset - records->head, false);
  LLVMValueRef within = LLVMBuildSub(b, rest, begin, "");
  LLVMValueRef last = LLVMBuildSub(b, within, LLVMConstInt(i64, 1, false), "");
  LLVMValueRef size = LLVMConstInt(i64, field->size - 1, false);
  LLVMBasicBlockRef start = LLVMGetInsertBlock(b);
  LLVMBasicBlockRef cut = append_block(records->deriver, start, "block.cut");
  LLVMBasicBlockRef done = append_block(records->deriver, start, "block.cut.done");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, last, size, ""), cut, done);
  LLVMPositionBuilderAtEnd(b, cut);
  LLVMValueRef offset = LLVMBuildAdd(b, whole, LLVMConstInt(i64, field->offset, false), "");
  LLVMValueRef arguments[] = {
      LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(context), records->to, &offset, 1, ""), within,
      kinds_beside_pointer(records->deriver, field)};
  deriver_call_runtime(records->deriver, "adcc_tape_check_cut", NULL, arguments, 3);
  LLVMBuildBr(b, done);
  LLVMPositionBuilderAtEnd(b, done);
}

/* A block that ends within a record, as behind the last number of an array of numbers and counts,
 * or as a copy of text, taken for part of a structure, ends anywhere. */
static void do_rest(const Records *records, LLVMValueRef count, LLVMValueRef bytes) {
  LLVMBuilderRef b = records->deriver->builder;
  LLVMValueRef period = LLVMConstInt(LLVMTypeOf(bytes), records->period, false);
  LLVMValueRef rest = LLVMBuildURem(b, bytes, period, "");
  LLVMValueRef whole = LLVMBuildSub(b, bytes, rest, "");
  for (size_t i = 0; i < records->fields->count; i++)
    check_cut(records, &records->fields->items[i], whole, rest);
  do_record(records, count, rest);
}

static void loop_over_records(Deriver *deriver, LLVMValueRef to, LLVMValueRef from,
                              LLVMValueRef bytes, uint64_t period, const FieldArray *fields,
                              bool descending, FieldAction action) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  uint64_t first = fields->count ? fields->items[0].offset : 0;
  Records records = {deriver, to,         from,  period, first >= period ? first : 0,
                     fields,  descending, action};
  bytes = bytes_with_fields(deriver, bytes, period, fields);
  LLVMValueRef count = LLVMBuildUDiv(b, bytes, LLVMConstInt(i64, period, false), "");
  bool may_end_within = fields->count && !LLVMIsAConstantInt(bytes);
  if (may_end_within && descending)
    do_rest(&records, count, bytes);
  LLVMBasicBlockRef start = LLVMGetInsertBlock(b);
  LLVMBasicBlockRef body = append_block(deriver, start, "block.body");
  LLVMBasicBlockRef done = append_block(deriver, start, "block.done");
  LLVMValueRef zero = LLVMConstInt(i64, 0, false), one = LLVMConstInt(i64, 1, false);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, count, zero, ""), body, done);
  LLVMPositionBuilderAtEnd(b, body);
  LLVMValueRef index = LLVMBuildPhi(b, i64, ""), item = index;
  if (descending)
    item = LLVMBuildSub(b, LLVMBuildSub(b, count, one, ""), index, "");
  do_record(&records, item, NULL);
  LLVMValueRef next = LLVMBuildAdd(b, index, one, "");
  LLVMBasicBlockRef body_end = LLVMGetInsertBlock(b);
  LLVMAddIncoming(index, &zero, &start, 1);
  LLVMAddIncoming(index, &next, &body_end, 1);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, count, ""), body, done);
  LLVMPositionBuilderAtEnd(b, done);
  if (may_end_within && !descending)
    do_rest(&records, count, bytes);
}

/* The block's last float, where pairs of floats repeat and their number is odd. */
static void do_last_float(Deriver *deriver, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes,
                          LLVMTypeRef pair, FieldAction action) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  uint64_t pair_size = block_size_of(deriver, pair), size = pair_size / 2;
  LLVMValueRef pairs = LLVMConstInt(LLVMTypeOf(bytes), ~(pair_size - 1), false);
  LLVMValueRef half = LLVMConstInt(LLVMTypeOf(bytes), size, false);
  LLVMValueRef begin = LLVMBuildAnd(deriver->builder, bytes, pairs, "");
  LLVMValueRef rest = LLVMBuildAnd(deriver->builder, bytes, half, "");
  Field field = {0, size, type_scalar(pair), BYTE_FLOAT, false, false};
  FieldArray fields = {0};
  ARRAY_PUSH(deriver->sweep.arena, fields, field);
  to = LLVMBuildInBoundsGEP2(deriver->builder, i8, to, &begin, 1, "");
  from = from ? LLVMBuildInBoundsGEP2(deriver->builder, i8, from, &begin, 1, "") : NULL;
  loop_over_records(deriver, to, from, rest, size, &fields, false, action);
}

void block_loop(Deriver *deriver, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes,
                uint64_t period, const FieldArray *fields, bool descending, FieldAction action) {
  bool may_end_in_pair = fields->count == 1 &&
                         block_is_pair_of_floats(fields->items[0].kind, fields->items[0].type) &&
                         period == fields->items[0].size && !LLVMIsAConstantInt(bytes);
  LLVMTypeRef pair = may_end_in_pair ? fields->items[0].type : NULL;
  if (may_end_in_pair && descending)
    do_last_float(deriver, to, from, bytes, pair, action);
  LLVMValueRef pairs = bytes;
  if (may_end_in_pair) {
    LLVMValueRef whole = LLVMConstInt(LLVMTypeOf(bytes), ~(period - 1), false);
    pairs = LLVMBuildAnd(deriver->builder, bytes, whole, "");
  }
  loop_over_records(deriver, to, from, pairs, period, fields, descending, action);
  if (may_end_in_pair && !descending)
    do_last_float(deriver, to, from, bytes, pair, action);
}

void block_add_adjoint(Deriver *deriver, const Field *field, LLVMValueRef to, LLVMValueRef from) {
  if (field->kind == BYTE_MIXED) {
    LLVMValueRef number = mixed_take(deriver, field->type, to, field->type, NULL);
    mixed_add(deriver, number, from, field->type, NULL);
  }
  if (field->clears)
    LLVMSetAlignment(LLVMBuildStore(deriver->builder, build_zero(field->type), to), 1);
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
  if (field->kind == BYTE_MIXED)
    mixed_take(deriver, field->type, to, field->type, NULL);
  if (field->kind == BYTE_FLOAT || field->clears)
    LLVMSetAlignment(LLVMBuildStore(deriver->builder, build_zero(field->type), to), 1);
}

void block_zero(Deriver *deriver, LLVMValueRef pointer, LLVMValueRef bytes) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMBuildMemSet(deriver->builder, pointer, LLVMConstInt(i8, 0, false), bytes, 1);
}

bool block_mark_cleared(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t period) {
  enum { FAR = 1024 };
  LLVMValueRef length = LLVMGetOperand(call, 2);
  uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : FAR;
  bool any = false;
  for (size_t i = 0; i < fields->count; i++) {
    Field *field = &fields->items[i];
    if (field->kind != BYTE_POINTER && field->kind != BYTE_MIXED)
      continue;
    for (uint64_t at = field->offset; at < bytes && at < FAR && !field->clears; at += period)
      field->clears = mixed_pointer_blots(deriver, LLVMGetOperand(call, 0), at, field->size);
    any |= field->clears;
  }
  return any;
}

const char block_add_doubles[] = "adcc_tape_add_doubles";
const char *const block_add_words[] = {[LOOSE_NONE] = "adcc_tape_add_words",
                                       [LOOSE_ALONE] = "adcc_tape_add_loose",
                                       [LOOSE_BESIDE_POINTERS] = "adcc_tape_add_loose_words"};

/* Of which type all numbers are in the blocks of a copy. */
static LLVMValueRef numbers_moved(Deriver *deriver, LLVMValueRef copy) {
  const TypeFacts *types = deriver->sweep.types;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  bool floats = !types_all_double(types) && types_only_float(types, LLVMGetOperand(copy, 0)) &&
                types_only_float(types, LLVMGetOperand(copy, 1));
  return floats ? LLVMConstInt(i32, ADCC_FLOATS, false) : kinds_of_unknown(deriver);
}

void block_move_rest(Deriver *deriver, LLVMValueRef call, const char *function,
                     const Blocks *blocks, LLVMValueRef bytes, uint64_t within,
                     const FieldArray *fields) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
  LLVMValueRef none = LLVMConstNull(pointer);
  enum { BEGIN = 4, END, NUMBERS, PLACE, COUNT };
  LLVMValueRef arguments[COUNT] = {blocks->to, blocks->from ? blocks->from : none,
                                   blocks->primal_to, blocks->primal_from};
  arguments[BEGIN] = LLVMConstInt(i64, within, false);
  arguments[END] = bytes;
  bool only_doubles = types_all_double(deriver->sweep.types);
  LLVMValueRef numbers = numbers_moved(deriver, call);
  arguments[NUMBERS] = numbers;
  arguments[PLACE] = guard_place_in_source(deriver, call);
  if (within != UINT64_MAX)
    deriver_call_runtime(deriver, function, NULL, arguments, COUNT);
  for (size_t i = 0; i < fields->count; i++) {
    const Field *field = &fields->items[i];
    arguments[BEGIN] = LLVMConstInt(i64, field->offset, false);
    arguments[END] = LLVMConstInt(i64, field->offset + field->size, false);
    bool doubles = !only_doubles && field->type &&
                   LLVMGetTypeKind(field->type) == LLVMDoubleTypeKind &&
                   field->size % sizeof(double) == 0;
    unsigned told = field->ends ? ADCC_DOUBLE_ENDS : ADCC_DOUBLES;
    arguments[NUMBERS] = doubles ? kinds_or(deriver, told) : numbers;
    if (field->kind == BYTE_FLOAT || field->kind == BYTE_MIXED)
      kinds_note_moved(deriver, field->type);
    if (field->kind == BYTE_UNKNOWN)
      deriver_call_runtime(deriver, function, NULL, arguments, COUNT);
  }
}

/* Where a copy moves a few structures, the shadows of their pointers: every one is read before one
 * is written, since the blocks may overlap. */
static bool copy_few_pointers(Deriver *deriver, LLVMValueRef call, const FieldArray *fields,
                              uint64_t period) {
  enum { FEW = 32 };
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMValueRef length = LLVMGetOperand(call, 2);
  uint64_t total = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : UINT64_MAX;
  if (total / period > FEW / fields->count)
    return false;
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef to = deriver_shadow(deriver, LLVMGetOperand(call, 0), lane);
    LLVMValueRef from = deriver_shadow(deriver, LLVMGetOperand(call, 1), lane);
    LLVMValueRef offsets[FEW], values[FEW];
    unsigned count = 0;
    for (uint64_t start = 0; start < total; start += period)
      for (size_t i = 0; i < fields->count; i++) {
        const Field *field = &fields->items[i];
        if (field->kind != BYTE_POINTER)
          continue;
        offsets[count] = LLVMConstInt(i64, start + field->offset, false);
        LLVMValueRef place = LLVMBuildGEP2(deriver->builder, i8, from, &offsets[count], 1, "");
        values[count] = LLVMBuildLoad2(deriver->builder, field->type, place, "");
        LLVMSetAlignment(values[count++], 1);
      }
    for (unsigned i = 0; i < count; i++) {
      LLVMValueRef place = LLVMBuildGEP2(deriver->builder, i8, to, &offsets[i], 1, "");
      LLVMSetAlignment(LLVMBuildStore(deriver->builder, values[i], place), 1);
    }
  }
  return true;
}

/* A word of the size of a pointer may be one; a smaller number or integer has nothing to move. */
static const char *moving_function(const Field *field) {
  if (field->kind == BYTE_POINTER)
    return "adcc_tape_copy_pointers";
  if (field->kind != BYTE_MIXED || field->size != sizeof(void *))
    return NULL;
  return LLVMGetTypeKind(field->type) == LLVMVectorTypeKind ? "adcc_tape_copy_mixed_pairs"
                                                            : "adcc_tape_copy_mixed";
}

/* One field of every record, and of one that the block ends in, unless it ends within the field. */
static void move_field(Deriver *deriver, const Field *field, const LLVMValueRef blocks[2],
                       LLVMValueRef bytes, uint64_t period, uint64_t head) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  const char *function = moving_function(field);
  LLVMValueRef arguments[] = {blocks[0], blocks[1], bytes, LLVMConstInt(i64, period, false),
                              LLVMConstInt(i64, field->offset - head, false)};
  if (function)
    deriver_call_runtime(deriver, function, NULL, arguments, 5);
}

/* The program stops if it ends within a pointer that has a shadow. */
static void check_end(Deriver *deriver, LLVMValueRef call, const Field *field, LLVMValueRef from,
                      LLVMValueRef bytes, uint64_t period, uint64_t head) {
  if (!moving_function(field) || LLVMIsAConstantInt(bytes))
    return;
  LLVMBuilderRef b = deriver->builder;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context), i8 = LLVMInt8TypeInContext(context);
  LLVMValueRef behind = LLVMConstInt(i64, head, false);
  LLVMValueRef primal = deriver_clone_of(deriver, LLVMGetOperand(call, 1));
  LLVMValueRef arguments[] = {from,
                              LLVMBuildGEP2(b, i8, primal, &behind, 1, ""),
                              bytes,
                              LLVMConstInt(i64, period, false),
                              LLVMConstInt(i64, field->offset - head, false),
                              kinds_beside_pointer(deriver, field)};
  deriver_call_runtime(deriver, "adcc_tape_check_end", NULL, arguments, 6);
}

/* Any number of them. */
static void copy_many_pointers(Deriver *deriver, LLVMValueRef call, const FieldArray *fields,
                               uint64_t period) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context), i8 = LLVMInt8TypeInContext(context);
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  deriver_position_after(deriver, deriver_clone_of(deriver, call));
  LLVMValueRef length = deriver_clone_of(deriver, LLVMGetOperand(call, 2));
  length = LLVMBuildIntCast2(deriver->builder, length, i64, false, "");
  uint64_t head = fields->items[0].offset >= period ? fields->items[0].offset : 0;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef to = deriver_shadow(deriver, pointer, lane);
    LLVMValueRef from = deriver_shadow(deriver, LLVMGetOperand(call, 1), lane);
    LLVMValueRef inactive = guard_inactive(deriver, deriver_clone_of(deriver, pointer), to);
    LLVMValueRef bytes =
        bytes_with_fields(deriver, guard_value(deriver, inactive, length), period, fields);
    LLVMValueRef behind = LLVMConstInt(i64, head, false);
    LLVMValueRef blocks[] = {head ? LLVMBuildGEP2(deriver->builder, i8, to, &behind, 1, "") : to,
                             head ? LLVMBuildGEP2(deriver->builder, i8, from, &behind, 1, "")
                                  : from};
    LLVMValueRef none = LLVMConstNull(i64);
    LLVMValueRef descending =
        block_may_overlap(call) && fields->count > 1 /* as the runtime goes through each field */
            ? LLVMBuildICmp(deriver->builder, LLVMIntUGT, to, from, "")
            : NULL;
    for (size_t i = 0; i < fields->count; i++) {
      const Field *field = &fields->items[i], *other = &fields->items[fields->count - 1 - i];
      check_end(deriver, call, field, blocks[1], bytes, period, head);
      if (!descending || field == other) {
        move_field(deriver, field, blocks, bytes, period, head);
        continue;
      }
      LLVMValueRef upwards = LLVMBuildSelect(deriver->builder, descending, none, bytes, "");
      LLVMValueRef downwards = LLVMBuildSelect(deriver->builder, descending, bytes, none, "");
      move_field(deriver, field, blocks, upwards, period, head);
      move_field(deriver, other, blocks, downwards, period, head);
    }
  }
}

void block_copy_pointers(Deriver *deriver, LLVMValueRef call, const FieldArray *fields,
                         uint64_t period) {
  if (block_has(fields, BYTE_MIXED) || !copy_few_pointers(deriver, call, fields, period))
    copy_many_pointers(deriver, call, fields, period);
}
