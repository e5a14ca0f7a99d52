/* Resolves the placeholders of the reverse sweep: each becomes the value itself, a computation of
 * it, a load from memory that still holds it, or a load from the tape. */
#include "tape_code.h"

#include <string.h>

typedef struct {
  Sweep *sweep;
  TapeLayout *layout;
  LLVMBuilderRef builder;
  Map *in_block; /* forward value -> value available in `block` before the current position */
  LLVMBasicBlockRef block;
  Map *slots; /* combined: root value -> alloca */
  ValueArray promotable;
  Map *record_slot; /* list frame -> alloca of the current record in the reverse sweep */
  const TapedValue *with_first; /* being read: for its loops the iterations are those of loops
                                   beside, in which the value is kept */
} Resolver;

static LLVMValueRef materialise(Resolver *resolver, LLVMValueRef value);
static LLVMValueRef load_taped(Resolver *resolver, TapedValue *taped);

static LLVMValueRef start_of_reverse_half(const Sweep *sweep) {
  LLVMValueRef first = LLVMGetFirstInstruction(sweep->reverse_entry);
  while (LLVMIsAPHINode(first))
    first = LLVMGetNextInstruction(first);
  return first;
}

/* Where the value is put into its slot: behind itself or, in a split derivative, where the reverse
 * half begins. The slots come first in the entry block; a value there may precede its own. */
static LLVMValueRef point_of_slot(const Resolver *resolver, LLVMValueRef value) {
  if (resolver->sweep->split)
    return start_of_reverse_half(resolver->sweep);
  LLVMValueRef next = build_point_after(value);
  if (LLVMGetInstructionOpcode(value) == LLVMAlloca)
    while (LLVMGetInstructionOpcode(next) == LLVMAlloca)
      next = LLVMGetNextInstruction(next);
  return next;
}

static LLVMValueRef root_slot(Resolver *resolver, LLVMValueRef value) {
  LLVMValueRef slot = map_get(resolver->slots, value);
  if (slot)
    return slot;
  slot = build_alloca_in_entry(resolver->sweep->function, LLVMTypeOf(value), "kept");
  map_set(resolver->slots, value, slot);
  ARRAY_PUSH(resolver->sweep->arena, resolver->promotable, slot);
  LLVMBuilderRef around = resolver->builder;
  resolver->builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  LLVMPositionBuilderBefore(resolver->builder, point_of_slot(resolver, value));
  LLVMValueRef kept = resolver->sweep->split
                          ? load_taped(resolver, map_get(resolver->layout->taped, value))
                          : value;
  LLVMBuildStore(resolver->builder, kept, slot);
  LLVMDisposeBuilder(resolver->builder);
  resolver->builder = around;
  return slot;
}

/* A value of the forward sweep outside of every loop. Where the two are apart, it has been kept, or
 * it is made again. */
static LLVMValueRef at_hand(Resolver *resolver, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return value;
  if (resolver->sweep->split && !map_has(resolver->layout->taped, value))
    return materialise(resolver, value);
  return LLVMBuildLoad2(resolver->builder, LLVMTypeOf(value), root_slot(resolver, value), "");
}

static LLVMValueRef reverse_iteration(void *context, SweepLoop *loop) {
  Resolver *resolver = context;
  if (resolver->with_first)
    for (SweepLoop *kept = resolver->with_first->first->loop, *here = resolver->with_first->loop;
         kept != here; kept = kept->parent, here = here->parent)
      if (kept == loop)
        return reverse_iteration(context, here);
  return LLVMBuildLoad2(resolver->builder, LLVMTypeOf(loop->counter), loop->iteration_slot, "");
}

static LLVMValueRef reverse_record(void *context, Frame *frame) {
  Resolver *resolver = context;
  if (!frame->loop)
    return frame->pointer; /* the gradient half's tape parameter */
  LLVMValueRef slot = map_get(resolver->record_slot, frame);
  return LLVMBuildLoad2(resolver->builder, LLVMTypeOf(frame->pointer), slot, "");
}

static LLVMValueRef reverse_frame(void *context, Frame *frame) {
  Resolver *resolver = context;
  return materialise(resolver, frame->pointer);
}

static LLVMValueRef load_from_tape(Resolver *resolver, LLVMTypeRef type, LLVMValueRef pointer) {
  LLVMValueRef load = LLVMBuildLoad2(resolver->builder, type, pointer, "");
  scope_mark(resolver->sweep, load, SCOPE_TAPE);
  return load;
}

static LLVMValueRef reverse_trips(void *context, Frame *frame, SweepLoop *loop) {
  Resolver *resolver = context;
  LLVMTypeRef i64 = LLVMTypeOf(loop->counter);
  if (loop->constant_count >= 0)
    return LLVMConstInt(i64, (unsigned long long)loop->constant_count + 1, false);
  size_t place = 0;
  while (frame->counts.items[place] != loop)
    place++;
  if (frame->headless)
    return at_hand(resolver, frame->trips.items[place]);
  uint64_t at = 8 * (place + (frame->values.count > 1 ? frame->values.count - 1 : 0));
  LLVMValueRef pointer = materialise(resolver, frame->pointer);
  return load_from_tape(resolver, i64, tape_offset(resolver->builder, pointer, at));
}

static LLVMValueRef reverse_base(void *context, const TapedValue *value) {
  Resolver *resolver = context;
  if (value->frame->headless)
    return at_hand(resolver, value->base);
  LLVMValueRef frame = materialise(resolver, value->frame->pointer);
  return load_from_tape(resolver, LLVMTypeOf(frame),
                        tape_offset(resolver->builder, frame, value->offset));
}

/* What was kept, as the value that it was: a boolean was a byte, an integer with its sign was
 * narrower. */
static LLVMValueRef from_storage(const Resolver *resolver, LLVMValueRef kept,
                                 const TapedValue *taped) {
  LLVMTypeRef type = LLVMTypeOf(taped->value);
  return taped->storage == type ? kept : LLVMBuildIntCast2(resolver->builder, kept, type, true, "");
}

static LLVMValueRef load_taped(Resolver *resolver, TapedValue *taped) {
  TapeSide side = {resolver->builder, resolver->layout, resolver,      reverse_iteration,
                   reverse_record,    reverse_frame,    reverse_trips, reverse_base};
  const TapedValue *around = resolver->with_first; /* whose frame's address is this value */
  if (taped->first)
    resolver->with_first = taped;
  LLVMValueRef place = tape_address(&side, taped->first ? taped->first : taped);
  resolver->with_first = around;
  LLVMValueRef load = load_from_tape(resolver, taped->storage, place);
  LLVMSetAlignment(load, tape_alignment(taped));
  return from_storage(resolver, load, taped);
}

/* Where a pointer of the forward sweep points to in the image of its object. What is computed again
 * from the object is computed from the image, so that LLVM sees what it is based on. */
static LLVMValueRef address_in(Resolver *resolver, const Mirror *mirror, LLVMValueRef pointer) {
  const Sweep *sweep = resolver->sweep;
  LLVMBuilderRef b = resolver->builder;
  LLVMValueRef object = map_get(sweep->clone, mirror->object);
  object = object ? object : mirror->object;
  if (pointer == object) {
    LLVMValueRef image = map_get(resolver->in_block, mirror->image);
    if (!image) {
      image = at_hand(resolver, mirror->image);
      map_set(resolver->in_block, mirror->image, image);
    }
    return image;
  }
  LLVMTypeRef i64 = LLVMTypeOf(mirror->nest->counter);
  if (LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2 &&
      (plan_keep(resolver->layout->plan, pointer) == KEEP_RECOMPUTE)) {
    LLVMValueRef base = address_in(resolver, mirror, LLVMGetOperand(pointer, 0));
    LLVMValueRef index = materialise(resolver, LLVMGetOperand(pointer, 1));
    return LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(pointer), base, &index, 1, "");
  }
  LLVMValueRef distance =
      LLVMBuildSub(b, LLVMBuildPtrToInt(b, materialise(resolver, pointer), i64, ""),
                   LLVMBuildPtrToInt(b, at_hand(resolver, object), i64, ""), "");
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(i64));
  return LLVMBuildGEP2(b, i8, address_in(resolver, mirror, object), &distance, 1, "");
}

static LLVMValueRef reload_address(Resolver *resolver, LLVMValueRef value) {
  const Plan *plan = resolver->layout->plan;
  const MirroredLoad *mirrored = mirror_of(plan, value);
  LLVMValueRef pointer = plan_access_pointer(plan, value);
  return mirrored ? address_in(resolver, mirrored->mirror, pointer)
                  : materialise(resolver, pointer);
}

static LLVMValueRef load_mirrored(Resolver *resolver, LLVMValueRef value) {
  LLVMValueRef place = reload_address(resolver, value);
  LLVMValueRef load = LLVMBuildLoad2(resolver->builder, LLVMTypeOf(value), place, "");
  LLVMSetAlignment(load, LLVMGetAlignment(value));
  scope_mark(resolver->sweep, load, SCOPE_MIRROR);
  return load;
}

/* Memory of the reverse sweep for what must not be stored anywhere. */
static LLVMValueRef build_nowhere(const Resolver *resolver, LLVMTypeRef type) {
  const Sweep *sweep = resolver->sweep;
  if (!sweep->split)
    return build_alloca_in_entry(sweep->function, type, "nowhere");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
  LLVMPositionBuilderBefore(builder, start_of_reverse_half(sweep));
  LLVMValueRef nowhere = LLVMBuildAlloca(builder, type, "nowhere");
  LLVMDisposeBuilder(builder);
  return nowhere;
}

/* The reverse sweep has come back before a store. */
static void undo(Resolver *resolver, const Overwrite *overwrite) {
  LLVMValueRef old = materialise(resolver, overwrite->old);
  LLVMValueRef place = address_in(resolver, overwrite->mirror, LLVMGetOperand(overwrite->store, 1));
  if (overwrite->guard) {
    LLVMValueRef nowhere = build_nowhere(resolver, LLVMTypeOf(old));
    place =
        LLVMBuildSelect(resolver->builder, at_hand(resolver, overwrite->guard), nowhere, place, "");
    ARRAY_PUSH(resolver->sweep->arena, resolver->layout->guarded, place);
    map_set(resolver->layout->mirrored, place, place);
  }
  LLVMValueRef store = LLVMBuildStore(resolver->builder, old, place);
  LLVMSetAlignment(store, LLVMGetAlignment(overwrite->store));
  if (!overwrite->guard)
    scope_mark(resolver->sweep, store, SCOPE_MIRROR);
}

typedef struct {
  LLVMValueRef result, other;
} InverseSite;

static LLVMValueRef inverse_other(void *context, unsigned index) {
  (void)index; /* the formula asks for no operand but the one that the plan has found */
  return ((InverseSite *)context)->other;
}

static LLVMValueRef inverse_result(void *context) { return ((InverseSite *)context)->result; }

/* What lay in memory before an operation took its place, from what lies there. */
static LLVMValueRef invert(Resolver *resolver, const Inverse *inverse, LLVMValueRef result) {
  InverseSite site = {result, materialise(resolver, inverse->other)};
  RuleBuild build = {.builder = resolver->builder,
                     .module = LLVMGetGlobalParent(resolver->sweep->function),
                     .operation = inverse->operation,
                     .type = LLVMTypeOf(inverse->operation),
                     .context = &site,
                     .operand = inverse_other,
                     .result = inverse_result};
  return inverse->rule.formula(&build);
}

/* Reloads, or reads the tape where the nest's guard was set: one load from either address. */
static LLVMValueRef load_guarded(Resolver *resolver, TapedValue *taped) {
  const Plan *plan = resolver->layout->plan;
  LLVMValueRef guard = at_hand(resolver, taped->frame->guard);
  LLVMValueRef memory = reload_address(resolver, taped->value);
  TapeSide side = {resolver->builder, resolver->layout, resolver,      reverse_iteration,
                   reverse_record,    reverse_frame,    reverse_trips, reverse_base};
  LLVMValueRef tape = tape_address(&side, taped);
  LLVMValueRef from = LLVMBuildSelect(resolver->builder, guard, tape, memory, "");
  if (LLVMIsASelectInst(from)) {
    ARRAY_PUSH(resolver->sweep->arena, resolver->layout->guarded, from);
    if (mirror_of(plan, taped->value))
      map_set(resolver->layout->mirrored, from, from);
  }
  LLVMValueRef copy = LLVMBuildLoad2(resolver->builder, taped->storage, from, "");
  unsigned here = tape_alignment(taped), there = LLVMGetAlignment(plan_access(plan, taped->value));
  LLVMSetAlignment(copy, here < there ? here : there);
  const Inverse *inverse = inverse_of(plan, taped->value);
  if (inverse)
    copy = LLVMBuildSelect(resolver->builder, guard, copy, invert(resolver, inverse, copy), "");
  return from_storage(resolver, copy, taped);
}

static LLVMValueRef materialise_affine(Resolver *resolver, LLVMValueRef phi) {
  LLVMValueRef start, step;
  SweepLoop *loop = sweep_loop_of(resolver->sweep, phi);
  remat_is_affine(resolver->sweep, phi, &start, &step);
  LLVMValueRef from = materialise(resolver, start), by = materialise(resolver, step);
  LLVMBuilderRef b = resolver->builder;
  LLVMValueRef iteration =
      LLVMBuildIntCast2(b, reverse_iteration(resolver, loop), LLVMTypeOf(by), false, "");
  LLVMValueRef distance = LLVMBuildMul(b, iteration, by, "");
  if (LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind)
    return LLVMBuildAdd(b, from, distance, "");
  LLVMValueRef next = NULL;
  for (unsigned i = 0; i < 2; i++)
    if (LLVMGetIncomingBlock(phi, i) == loop->latch)
      next = LLVMGetIncomingValue(phi, i);
  return LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(next), from, &distance, 1, "");
}

static LLVMValueRef load_from_place(Resolver *resolver, LLVMValueRef value, LLVMValueRef access) {
  LLVMValueRef pointer = materialise(resolver, access_pointer(access));
  LLVMValueRef load = LLVMBuildLoad2(resolver->builder, LLVMTypeOf(value), pointer, "");
  LLVMSetAlignment(load, LLVMGetAlignment(access));
  scope_mark(resolver->sweep, load, SCOPE_PRIMAL);
  return load;
}

static LLVMValueRef materialise_again(Resolver *resolver, LLVMValueRef value, Keep keep) {
  LLVMValueRef access = plan_access(resolver->layout->plan, value);
  const Inverse *inverse = keep == KEEP_RELOAD ? inverse_of(resolver->layout->plan, value) : NULL;
  if (inverse || (keep == KEEP_RELOAD && LLVMIsAStoreInst(access))) {
    LLVMValueRef left = load_from_place(resolver, value, access);
    return inverse ? invert(resolver, inverse, left) : left;
  }
  if (keep == KEEP_RELOAD && mirror_of(resolver->layout->plan, value))
    return load_mirrored(resolver, value);
  if (LLVMGetInstructionOpcode(value) == LLVMPHI)
    return LLVMCountIncoming(value) == 1 ? materialise(resolver, LLVMGetIncomingValue(value, 0))
                                         : materialise_affine(resolver, value);
  if (keep != KEEP_RELOAD && !remat_is_recomputable(resolver->sweep, value))
    diag_at(resolver->sweep->sink, value, DIAG_INTERNAL, "emit",
            "what the forward sweep did would be done again in the reverse sweep");
  ValueArray inputs = {0};
  plan_inputs(resolver->layout->plan, value, keep == KEEP_RELOAD, &inputs);
  for (size_t i = 0; i < inputs.count; i++)
    inputs.items[i] = materialise(resolver, inputs.items[i]);
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (size_t i = 0; i < inputs.count; i++)
    LLVMSetOperand(copy, (unsigned)i, inputs.items[i]);
  LLVMSetCurrentDebugLocation2(resolver->builder, LLVMInstructionGetDebugLoc(value));
  LLVMInsertIntoBuilder(resolver->builder, copy);
  return copy;
}

static LLVMValueRef materialise(Resolver *resolver, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return value;
  LLVMValueRef known = map_get(resolver->in_block, value);
  if (known)
    return known;
  Sweep *sweep = resolver->sweep;
  LLVMValueRef result;
  TapedValue *taped = map_get(resolver->layout->taped, value);
  if (value == sweep->tape)
    result = value;
  else if (remat_is_free(sweep, value))
    result = reverse_iteration(resolver, sweep_loop_of(sweep, value));
  else if (taped && taped->frame->guard)
    result = load_guarded(resolver, taped);
  else if (taped) {
    if (!taped->frame->loop && !sweep->split)
      result = at_hand(resolver, value);
    else
      result = load_taped(resolver, taped);
  } else
    result = materialise_again(resolver, value, plan_keep(resolver->layout->plan, value));
  map_set(resolver->in_block, value, result);
  return result;
}

static void start_at(Resolver *resolver, LLVMValueRef position, bool fresh) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(position);
  if (fresh || block != resolver->block) {
    resolver->in_block = map_create(resolver->sweep->arena);
    resolver->block = fresh ? NULL : block;
  }
  LLVMPositionBuilderBefore(resolver->builder, position);
  LLVMSetCurrentDebugLocation2(resolver->builder, NULL);
}

/* Each reverse iteration of a loop that keeps a list begins by taking the latest record. */
static void pop_records(Resolver *resolver, Frame *frame) {
  Sweep *sweep = resolver->sweep;
  LLVMTypeRef pointer = LLVMTypeOf(frame->pointer), i64 = LLVMTypeOf(frame->loop->counter);
  LLVMValueRef slot = build_alloca_in_entry(sweep->function, pointer, "record");
  map_set(resolver->record_slot, frame, slot);
  ARRAY_PUSH(sweep->arena, resolver->promotable, slot);
  for (size_t i = 0; i < frame->loop->iteration_begins.count; i++) {
    start_at(resolver, LLVMGetNextInstruction(frame->loop->iteration_begins.items[i]), true);
    LLVMValueRef arguments[] = {materialise(resolver, frame->pointer),
                                LLVMConstInt(i64, frame->record_bytes, false)};
    LLVMValueRef record =
        tape_call(sweep, resolver->builder, "adcc_tape_list_pop", pointer, arguments, 2);
    LLVMBuildStore(resolver->builder, record, slot);
  }
}

/* The reverse sweep goes down the tape, in steps that no cache foresees. */
static void prefetch_below(Resolver *resolver, LLVMValueRef record) {
  enum { AHEAD = 1024 };
  LLVMModuleRef module = LLVMGetGlobalParent(resolver->sweep->function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context), pointer = LLVMTypeOf(record);
  LLVMValueRef back = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)-AHEAD, true);
  LLVMValueRef at =
      LLVMBuildGEP2(resolver->builder, LLVMInt8TypeInContext(context), record, &back, 1, "");
  LLVMValueRef prefetch = LLVMGetIntrinsicDeclaration(
      module, LLVMLookupIntrinsicID("llvm.prefetch", strlen("llvm.prefetch")), &pointer, 1);
  LLVMValueRef arguments[] = {at, LLVMConstInt(i32, 0, false), LLVMConstInt(i32, 3, false),
                              LLVMConstInt(i32, 1, false)};
  LLVMBuildCall2(resolver->builder, LLVMGlobalGetValueType(prefetch), prefetch, arguments, 4, "");
}

/* The reverse sweep of a block ends by going back to the record of its execution before. */
static void walk_records(Resolver *resolver, Frame *frame) {
  Sweep *sweep = resolver->sweep;
  LLVMTypeRef pointer = LLVMTypeOf(frame->pointer);
  LLVMValueRef slot = build_alloca_in_entry(sweep->function, pointer, "record");
  map_set(resolver->record_slot, frame, slot);
  ARRAY_PUSH(sweep->arena, resolver->promotable, slot);
  ARRAY_PUSH(sweep->arena, resolver->promotable, frame->latest);
  start_at(resolver, start_of_reverse_half(sweep), true);
  LLVMBuildStore(resolver->builder, materialise(resolver, frame->pointer), slot);
  start_at(resolver, frame->record_end, true);
  LLVMValueRef record = LLVMBuildLoad2(resolver->builder, pointer, slot, "");
  LLVMBuildStore(resolver->builder, load_from_tape(resolver, pointer, record), slot);
  prefetch_below(resolver, record);
}

static void erase_markers(LLVMValueRef function, const char *name) {
  LLVMValueRef marker = LLVMGetNamedFunction(LLVMGetGlobalParent(function), name);
  for (LLVMUseRef next, use = marker ? LLVMGetFirstUse(marker) : NULL; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) == function)
      LLVMInstructionEraseFromParent(call);
  }
}

static void release_frame(Resolver *resolver, Frame *frame) {
  if (!frame->loop->reverse_end || frame->block)
    return;
  start_at(resolver, LLVMGetBasicBlockTerminator(frame->loop->reverse_end), true);
  LLVMValueRef arguments[] = {resolver->sweep->tape, materialise(resolver, frame->pointer)};
  tape_call(resolver->sweep, resolver->builder, "adcc_tape_pop", NULL, arguments, 2);
}

static LLVMValueRef stored_to(LLVMValueRef instruction) {
  return LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 1) : NULL;
}

bool fetch_resolve(Sweep *sweep, TapeLayout *layout) {
  Resolver resolver = {
      .sweep = sweep,
      .layout = layout,
      .builder =
          LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(sweep->function))),
      .slots = map_create(sweep->arena),
      .record_slot = map_create(sweep->arena),
      .in_block = map_create(sweep->arena),
  };
  /* The outermost first: an inner list's pointer may lie in an outer record. */
  for (size_t i = layout->frames.count; i-- > 0;)
    if (layout->frames.items[i]->block)
      walk_records(&resolver, layout->frames.items[i]);
    else if (layout->frames.items[i]->is_list)
      pop_records(&resolver, layout->frames.items[i]);
  /* Block by block, in program order, so that what one placeholder computed serves the next. */
  Map *fetch_of = map_create(sweep->arena);
  for (size_t i = 0; i < sweep->fetches.count; i++)
    if (sweep->fetches.items[i].placeholder)
      map_set(fetch_of, sweep->fetches.items[i].placeholder, &sweep->fetches.items[i]);
  Map *undone = map_create(sweep->arena);
  for (size_t i = 0; i < sweep->undone.count; i++) {
    const UndonePoint *point = &sweep->undone.items[i];
    const Overwrite *overwrite = map_get(layout->plan->overwrites, point->store);
    if (point->marker && overwrite && overwrite->is_undone)
      map_set(undone, point->marker, (void *)overwrite);
  }
  Map *iteration_slots = map_create(sweep->arena);
  for (size_t i = 0; i < sweep->loops.count; i++)
    map_set(iteration_slots, sweep->loops.items[i]->iteration_slot, sweep);
  FOR_EACH_BLOCK (block, sweep->function) {
    if (!map_has(sweep->reverse_blocks, block))
      continue;
    for (LLVMValueRef next, instruction = LLVMGetFirstInstruction(block); instruction;
         instruction = next) {
      next = LLVMGetNextInstruction(instruction);
      Fetch *fetch = map_get(fetch_of, instruction);
      const Overwrite *overwrite = map_get(undone, instruction);
      if (map_has(iteration_slots, stored_to(instruction)))
        resolver.block = NULL; /* what was computed for the iteration before does not hold */
      if (!fetch && !overwrite)
        continue;
      start_at(&resolver, instruction, resolver.block == NULL);
      resolver.block = block;
      if (overwrite) {
        undo(&resolver, overwrite);
        continue;
      }
      LLVMValueRef value = materialise(&resolver, fetch->value);
      LLVMReplaceAllUsesWith(instruction, value);
      LLVMInstructionEraseFromParent(instruction);
      fetch->placeholder = NULL;
    }
  }
  for (size_t i = 0; i < layout->frames.count; i++)
    if (layout->frames.items[i]->loop)
      release_frame(&resolver, layout->frames.items[i]);
  for (size_t i = 0; i < sweep->loops.count; i++)
    ARRAY_PUSH(sweep->arena, resolver.promotable, sweep->loops.items[i]->iteration_slot);
  LLVMDisposeBuilder(resolver.builder);
  erase_markers(sweep->function, RECORD_END);
  erase_markers(sweep->function, STORE_UNDONE);
  bridge_demote_unreachable(sweep->function);
  bridge_promote_allocas(sweep->function, resolver.promotable.items, resolver.promotable.count);
  return true;
}
