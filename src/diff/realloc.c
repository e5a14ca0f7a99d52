/* realloc: the shadow moves with its block, and the reverse sweep adds the adjoints of what was
 * kept to the old block's. */
#include "../../include/adcc/runtime.h"
#include "block.h"

/* Does the block that is reallocated turn out inactive? Null is a block that is still to come. */
static LLVMValueRef reallocates_inactive(Deriver *deriver, LLVMValueRef call, unsigned lane) {
  LLVMValueRef pointer = LLVMGetOperand(call, 0), primal = deriver_clone_of(deriver, pointer);
  LLVMValueRef same = guard_inactive(deriver, primal, deriver_shadow(deriver, pointer, lane));
  LLVMValueRef null = LLVMConstNull(LLVMTypeOf(primal));
  return same ? LLVMBuildAnd(deriver->builder, same,
                             LLVMBuildICmp(deriver->builder, LLVMIntNE, primal, null, ""), "")
              : NULL;
}

void realloc_forward(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef clone = deriver_clone_of(deriver, call), pointer = LLVMGetOperand(call, 0);
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef pointer_type = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  unsigned lanes = deriver_has_shadow(deriver, call) ? deriver->width : 0;
  deriver_position_after(deriver, clone);
  if (deriver->key->mode == REQUEST_FORWARD) {
    for (unsigned lane = 0; lane < lanes && replay_has_shadows(deriver); lane++) {
      LLVMValueRef bytes =
          LLVMBuildIntCast2(deriver->builder, LLVMGetOperand(clone, 1), i64, false, "");
      LLVMValueRef old = deriver_shadow(deriver, pointer, lane);
      LLVMValueRef inactive = reallocates_inactive(deriver, call, lane);
      LLVMValueRef shadow =
          replay_shadow(deriver, bytes, guard_value(deriver, inactive, old), lane);
      if (inactive)
        shadow = LLVMBuildSelect(deriver->builder, inactive, clone, shadow, "");
      deriver_set_shadow(deriver, call, lane, shadow);
    }
    for (unsigned lane = 0; lane < lanes && !replay_has_shadows(deriver); lane++) {
      LLVMValueRef shadow = LLVMInstructionClone(clone),
                   old = deriver_shadow(deriver, pointer, lane);
      LLVMValueRef inactive = reallocates_inactive(deriver, call, lane);
      LLVMSetOperand(shadow, 0, guard_value(deriver, inactive, old));
      LLVMSetOperand(shadow, 1, guard_value(deriver, inactive, LLVMGetOperand(clone, 1)));
      LLVMInsertIntoBuilder(deriver->builder, shadow);
      if (inactive) {
        LLVMValueRef null = LLVMConstNull(LLVMTypeOf(shadow));
        LLVMBuildFree(deriver->builder,
                      LLVMBuildSelect(deriver->builder, inactive, shadow, null, ""));
        shadow = LLVMBuildSelect(deriver->builder, inactive, clone, shadow, "");
      }
      deriver_set_shadow(deriver, call, lane, shadow);
    }
    return;
  }
  LLVMValueRef bytes =
      LLVMBuildIntCast2(deriver->builder, LLVMGetOperand(clone, 1), i64, false, "");
  LLVMValueRef of_primal[] = {LLVMGetOperand(clone, 0), bytes, deriver->sweep.tape};
  LLVMValueRef primal =
      deriver_call_runtime(deriver, "adcc_tape_realloc", pointer_type, of_primal, 3);
  LLVMValueRef *inactive = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, lanes + 1);
  for (unsigned lane = 0; lane < lanes; lane++) {
    inactive[lane] = reallocates_inactive(deriver, call, lane);
    LLVMValueRef arguments[] = {
        guard_value(deriver, inactive[lane], deriver_shadow(deriver, pointer, lane)),
        guard_value(deriver, inactive[lane], bytes), deriver->sweep.tape};
    deriver_set_shadow(
        deriver, call, lane,
        deriver_call_runtime(deriver, "adcc_tape_realloc_shadow", pointer_type, arguments, 3));
  }
  for (unsigned lane = 0; lane < lanes; lane++)
    if (inactive[lane])
      deriver_set_shadow(deriver, call, lane,
                         LLVMBuildSelect(deriver->builder, inactive[lane], primal,
                                         deriver_shadow(deriver, call, lane), ""));
  deriver_replace_clone(deriver, call, primal);
}

enum { LONGEST_PATTERN = 512, LONGEST_HEAD = 1 << 13, MOST_FIRST_FIELDS = 64 };

/* What a block holds: fields that stand once, in its first `head` bytes, and behind them fields
 * that repeat in `period` bytes. */
typedef struct {
  FieldArray first, repeated;
  uint64_t head, period;
} ReallocatedFields;

/* For how many bytes a block differs from what it repeats: as does a header before an array. */
static uint64_t head_of(const TypeFacts *types, LLVMValueRef call, uint64_t period) {
  uint64_t head = 0, window = block_window(types, call);
  for (uint64_t at = 0; at < window; at++) {
    ByteType byte = types_of_memory(types, call, (int64_t)at);
    ByteType next = types_of_memory(types, call, (int64_t)(at + period));
    if (byte.kind != next.kind || byte.type != next.type || byte.offset != next.offset)
      head = (at / period + 1) * period;
  }
  return head;
}

/* The numbers from one byte to another; false if something there is not known. */
static bool fields_between(Deriver *deriver, LLVMValueRef call, uint64_t begin, uint64_t end,
                           FieldArray *fields) {
  uint64_t at = begin;
  while (at < end) {
    ByteType byte = types_of_memory(deriver->sweep.types, call, (int64_t)at);
    bool number = byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED;
    if (byte.kind == BYTE_UNKNOWN || byte.kind == BYTE_CONFLICT)
      return false;
    uint64_t size = number ? block_size_of(deriver, byte.type) : 1;
    if (number)
      ARRAY_PUSH(deriver->sweep.arena, *fields,
                 ((Field){at - begin, size, byte.type, byte.kind, false, false}));
    at += size;
  }
  return at == end; /* else a pair of floats may begin anywhere */
}

/* A block of one kind of scalar, as far as anything is known of it. */
static bool is_uniform(Deriver *deriver, LLVMValueRef call, ReallocatedFields *fields) {
  const TypeFacts *types = deriver->sweep.types;
  ByteType first = types_of_memory(types, call, 0);
  for (uint64_t at = 0, window = block_window(types, call); at < window;) {
    ByteType byte = types_of_memory(types, call, (int64_t)at);
    bool number = byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED;
    if (byte.kind != BYTE_UNKNOWN && (byte.kind != first.kind || byte.type != first.type))
      return false;
    at += number ? block_size_of(deriver, byte.type) : 1;
  }
  if (first.kind == BYTE_FLOAT || first.kind == BYTE_MIXED) {
    fields->period = block_size_of(deriver, first.type);
    ARRAY_PUSH(deriver->sweep.arena, fields->repeated,
               ((Field){0, fields->period, first.type, first.kind, false, false}));
  }
  return true;
}

/* False where what the block holds is not known of all of it; then it is left to run time. */
static bool reallocated_fields(Deriver *deriver, LLVMValueRef call, ReallocatedFields *fields) {
  const TypeFacts *types = deriver->sweep.types;
  if (block_window(types, call) > LONGEST_HEAD || types_hides_numbers(types, call))
    return false;
  fields->period = types_period(types, call);
  if (fields->period == 0)
    return is_uniform(deriver, call, fields);
  if (fields->period > LONGEST_PATTERN)
    return false;
  fields->head = head_of(types, call, fields->period);
  uint64_t end = fields->head + fields->period;
  if (!fields_between(deriver, call, 0, fields->head, &fields->first) ||
      !fields_between(deriver, call, fields->head, end, &fields->repeated))
    return false;
  block_shorten(&fields->repeated, &fields->period);
  return fields->first.count <= MOST_FIRST_FIELDS;
}

/* Of a block that is known only as bytes of an object with numbers, a pattern without numbers says
 * no more than that some of the bytes are of none. */
static bool knows_block(Deriver *deriver, LLVMValueRef call, ReallocatedFields *fields) {
  return reallocated_fields(deriver, call, fields) &&
         (fields->first.count || fields->repeated.count ||
          !types_blurs_numbers(deriver->sweep.types, call));
}

/* Word by word: what is no shadow of a pointer is an adjoint. */
static void add_words(Deriver *deriver, LLVMValueRef call, LLVMValueRef to, LLVMValueRef from,
                      LLVMValueRef bytes) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMValueRef primal_to = reverse_fetch_primal(deriver, call);
  LLVMValueRef primal_from = reverse_fetch_primal(deriver, LLVMGetOperand(call, 0));
  LooseNumbers loose = types_loose_numbers(deriver->sweep.types, call);
  if (loose != LOOSE_NONE || types_only_double(deriver->sweep.types, call)) {
    LLVMValueRef arguments[] = {to, from, primal_to, primal_from, bytes};
    deriver_call_runtime(deriver, block_add_words[loose], NULL, arguments, 5);
    return;
  }
  LLVMValueRef begin = LLVMConstInt(LLVMInt64TypeInContext(context), 0, false);
  bool floats = types_only_float(deriver->sweep.types, call);
  LLVMValueRef numbers = floats ? LLVMConstInt(LLVMInt32TypeInContext(context), ADCC_FLOATS, false)
                                : kinds_of_unknown(deriver);
  LLVMValueRef arguments[] = {to,    from,  primal_to, primal_from,
                              begin, bytes, numbers,   guard_place_in_source(deriver, call)};
  deriver_call_runtime(deriver, "adcc_tape_add_unknown", NULL, arguments, 8);
}

/* Of the fields of one item, those that end within the bytes that are there. */
static void add_those_within(Deriver *deriver, LLVMValueRef to, LLVMValueRef from,
                             LLVMValueRef bytes, uint64_t item, const FieldArray *fields) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i64 = LLVMTypeOf(bytes);
  LLVMValueRef all = LLVMConstInt(i64, item, false), none = LLVMConstInt(i64, 0, false);
  for (size_t i = 0; i < fields->count; i++) {
    uint64_t end = fields->items[i].offset + fields->items[i].size;
    LLVMValueRef there = LLVMBuildICmp(b, LLVMIntUGE, bytes, LLVMConstInt(i64, end, false), "");
    FieldArray one = {0};
    ARRAY_PUSH(deriver->sweep.arena, one, fields->items[i]);
    block_loop(deriver, to, from, LLVMBuildSelect(b, there, all, none, ""), item, &one, false,
               block_add_adjoint);
  }
}

/* The head, whole periods, and of a last one that is cut off what of it is there: malloc may have
 * given more than was asked for, and the period may be that of several items. */
static void add_fields(Deriver *deriver, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes,
                       const ReallocatedFields *fields) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i64 = LLVMTypeOf(bytes), i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(i64));
  if (fields->head != 0) {
    add_those_within(deriver, to, from, bytes, fields->head, &fields->first);
    LLVMValueRef head = LLVMConstInt(i64, fields->head, false);
    LLVMValueRef longer = LLVMBuildICmp(b, LLVMIntUGT, bytes, head, "");
    LLVMValueRef passed = LLVMBuildSelect(b, longer, head, bytes, "");
    to = LLVMBuildInBoundsGEP2(b, i8, to, &passed, 1, "");
    from = LLVMBuildInBoundsGEP2(b, i8, from, &passed, 1, "");
    bytes = LLVMBuildSub(b, bytes, passed, "");
  }
  LLVMValueRef item = LLVMConstInt(i64, fields->period, false);
  LLVMValueRef rest = LLVMBuildURem(b, bytes, item, ""), whole = LLVMBuildSub(b, bytes, rest, "");
  block_loop(deriver, to, from, whole, fields->period, &fields->repeated, false, block_add_adjoint);
  to = LLVMBuildInBoundsGEP2(b, i8, to, &whole, 1, "");
  from = LLVMBuildInBoundsGEP2(b, i8, from, &whole, 1, "");
  FieldArray partial = fields->repeated; /* what ends the item is there in whole items alone */
  if (partial.count) {
    const Field *last = &partial.items[partial.count - 1];
    partial.count -= last->offset + last->size == fields->period;
  }
  add_those_within(deriver, to, from, rest, fields->period, &partial);
}

void realloc_reverse(Deriver *deriver, LLVMValueRef call) {
  if (!deriver_has_shadow(deriver, call))
    return;
  ReallocatedFields fields = {0};
  bool known = knows_block(deriver, call, &fields);
  if (known && !fields.first.count && !fields.repeated.count)
    return;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef from = reverse_fetch_shadow(deriver, LLVMGetOperand(call, 0), lane);
    LLVMValueRef to = reverse_fetch_shadow(deriver, call, lane);
    LLVMValueRef arguments[] = {from, to};
    LLVMValueRef bytes = deriver_call_runtime(deriver, "adcc_tape_common_bytes", i64, arguments, 2);
    if (!known) {
      add_words(deriver, call, to, from, bytes);
      continue;
    }
    if (deriver->key->runtime_activity)
      bytes = guard_value(deriver, guard_inactive(deriver, reverse_fetch_primal(deriver, call), to),
                          bytes);
    add_fields(deriver, to, from, bytes, &fields);
  }
}
