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

enum { LONGEST_PATTERN = 512 };

/* What the block holds: fields that repeat in `*period` bytes. False where that is not known of all
 * of it, as with a header before an array; then it is left to run time. */
static bool reallocated_fields(Deriver *deriver, LLVMValueRef call, FieldArray *fields,
                               uint64_t *period) {
  const TypeFacts *types = deriver->sweep.types;
  ByteType first = types_of_memory(types, call, 0);
  *period = types_period(types, call);
  bool repeats = *period != 0, known = *period <= LONGEST_PATTERN;
  uint64_t end = repeats ? *period : LONGEST_PATTERN;
  for (uint64_t at = 0; at < end && known;) {
    ByteType byte = types_of_memory(types, call, (int64_t)at);
    bool number = byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED;
    uint64_t size = number ? block_size_of(deriver, byte.type) : 1;
    known = repeats
                ? byte.kind != BYTE_UNKNOWN && byte.kind != BYTE_CONFLICT
                : byte.kind == BYTE_UNKNOWN || (byte.kind == first.kind && byte.type == first.type);
    if (number && (repeats || at == 0))
      ARRAY_PUSH(deriver->sweep.arena, *fields,
                 ((Field){at, size, byte.type, byte.kind, false, false}));
    at += size;
    known = known && (!repeats || at <= *period); /* else a pair of floats may begin anywhere */
  }
  if (!repeats && fields->count)
    *period = fields->items[0].size;
  block_shorten(fields, period);
  return known;
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
  LLVMValueRef arguments[] = {to, from, primal_to, primal_from, begin, bytes, numbers};
  deriver_call_runtime(deriver, "adcc_tape_add_unknown", NULL, arguments, 7);
}

/* Whole periods, and of a last one that is cut off what of it is there: malloc may have given more
 * than was asked for, and the period may be that of several items. */
static void add_fields(Deriver *deriver, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes,
                       uint64_t period, const FieldArray *fields) {
  LLVMBuilderRef b = deriver->builder;
  LLVMTypeRef i64 = LLVMTypeOf(bytes), i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(i64));
  LLVMValueRef item = LLVMConstInt(i64, period, false), none = LLVMConstInt(i64, 0, false);
  LLVMValueRef rest = LLVMBuildURem(b, bytes, item, ""), whole = LLVMBuildSub(b, bytes, rest, "");
  block_loop(deriver, to, from, whole, period, fields, false, block_add_adjoint);
  to = LLVMBuildInBoundsGEP2(b, i8, to, &whole, 1, "");
  from = LLVMBuildInBoundsGEP2(b, i8, from, &whole, 1, "");
  for (size_t i = 0; i < fields->count; i++) {
    uint64_t end = fields->items[i].offset + fields->items[i].size;
    LLVMValueRef there = LLVMBuildICmp(b, LLVMIntUGE, rest, LLVMConstInt(i64, end, false), "");
    FieldArray one = {0};
    ARRAY_PUSH(deriver->sweep.arena, one, fields->items[i]);
    if (end < period) /* else it is there in whole items alone */
      block_loop(deriver, to, from, LLVMBuildSelect(b, there, item, none, ""), period, &one, false,
                 block_add_adjoint);
  }
}

void realloc_reverse(Deriver *deriver, LLVMValueRef call) {
  if (!deriver_has_shadow(deriver, call))
    return;
  FieldArray fields = {0};
  uint64_t period;
  bool known = reallocated_fields(deriver, call, &fields, &period);
  if (known && !fields.count)
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
    add_fields(deriver, to, from, bytes, period, &fields);
  }
}
