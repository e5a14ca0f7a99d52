/* The forward sweep's part of the tape: allocates frames and stores each taped value where it is
 * defined. */
#include "tape_code.h"

LLVMValueRef tape_offset(LLVMBuilderRef builder, LLVMValueRef pointer, uint64_t bytes) {
  if (bytes == 0)
    return pointer;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
  LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), bytes, false);
  return LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), pointer, &offset, 1, "");
}

LLVMValueRef tape_call(const Sweep *sweep, LLVMBuilderRef builder, const char *name,
                       LLVMTypeRef result, LLVMValueRef *arguments, unsigned count) {
  LLVMModuleRef module = LLVMGetGlobalParent(sweep->function);
  LLVMTypeRef types[4];
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(arguments[i]);
  if (!result)
    result = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function) {
    function = LLVMAddFunction(module, name, type);
    build_add_attribute(function, "nounwind");
  }
  return LLVMBuildCall2(builder, type, function, arguments, count, "");
}

/* Sections and records are packed by alignment: wide vectors are not aligned to theirs. */
unsigned tape_alignment(const TapedValue *value) {
  return value->size % 8 == 0 ? 8 : value->size % 4 == 0 ? 4 : value->size % 2 == 0 ? 2 : 1;
}

LLVMValueRef tape_address(const TapeSide *side, const TapedValue *value) {
  Frame *frame = value->frame;
  value = value->place ? value->place : value;
  if (!frame->loop || frame->is_list)
    return tape_offset(side->builder, side->record(side->context, frame), value->offset);
  LLVMTypeRef i64 = LLVMTypeOf(frame->loop->counter);
  LLVMValueRef index = NULL;
  /* Row-major over the loops, from the frame's to the value's, in which it varies. */
  for (size_t i = value->varies_in.count; i-- > 0;) {
    SweepLoop *loop = value->varies_in.items[i];
    LLVMValueRef iteration = side->iteration(side->context, loop);
    if (index) {
      LLVMValueRef trips = side->trips(side->context, frame, loop);
      index = LLVMBuildNUWMul(side->builder, index, trips, "");
      index = LLVMBuildNUWAdd(side->builder, index, iteration, "");
    } else
      index = iteration;
  }
  if (!index)
    index = LLVMConstInt(i64, 0, false);
  LLVMValueRef base =
      value->has_base
          ? side->base(side->context, value)
          : tape_offset(side->builder, side->frame(side->context, frame), frame->header_bytes);
  LLVMTypeRef entry = LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetTypeContext(i64)), value->size);
  if (LLVMABISizeOfType(
          LLVMGetModuleDataLayout(LLVMGetGlobalParent(side->layout->plan->sweep->function)),
          value->storage) == value->size)
    entry = value->storage;
  return LLVMBuildInBoundsGEP2(side->builder, entry, base, &index, 1, "");
}

typedef struct {
  const Sweep *sweep;
  TapeLayout *layout;
  LLVMBuilderRef builder;
  Map *records; /* list frame -> current record in the forward sweep */
  Map *bases;   /* TapedValue -> section address */
  Map *trips;   /* loop -> trip count at the frame */
} ForwardSide;

static LLVMValueRef forward_iteration(void *context, SweepLoop *loop) {
  (void)context;
  return loop->counter;
}

static LLVMValueRef forward_record(void *context, Frame *frame) {
  ForwardSide *side = context;
  if (!frame->loop)
    return frame->pointer;
  LLVMValueRef record = map_get(side->records, frame);
  return frame->block ? LLVMGetOperand(record, 0) : record;
}

static LLVMValueRef forward_frame(void *context, Frame *frame) {
  (void)context;
  return frame->pointer;
}

/* Is the parent left, in its last iteration, before it comes to this loop? */
static bool is_left_before(const Sweep *sweep, const SweepLoop *loop) {
  enum { MAX_EXITS = 8 };
  LLVMBasicBlockRef exiting[MAX_EXITS];
  size_t count = bridge_loop_exiting_blocks(loop->parent->primal, exiting, MAX_EXITS);
  for (size_t i = 0; i < count && i < MAX_EXITS; i++)
    if (!bridge_block_dominates(sweep->analyses, exiting[i], bridge_loop_preheader(loop->primal)))
      return false;
  return count > 0 && count <= MAX_EXITS;
}

/* Iterations of a loop of the frame's nest; none where the nest's loops skip it: what its count
 * says there may be any number. */
static LLVMValueRef build_trips(const Sweep *sweep, LLVMBuilderRef builder, const SweepLoop *loop,
                                const SweepLoop *frame_loop) {
  LLVMTypeRef i64 = LLVMTypeOf(loop->counter);
  LLVMValueRef trips = LLVMBuildAdd(builder, loop->count, LLVMConstInt(i64, 1, false), "trips");
  if (loop == frame_loop)
    return trips;
  LLVMValueRef none = LLVMConstInt(i64, 0, false);
  if (loop->condition)
    trips = LLVMBuildSelect(builder, loop->condition, loop->condition_negated ? none : trips,
                            loop->condition_negated ? trips : none, "");
  if (is_left_before(sweep, loop)) {
    LLVMValueRef at_once = LLVMBuildICmp(builder, LLVMIntEQ, loop->parent->count, none, "");
    trips = LLVMBuildSelect(builder, at_once, none, trips, "");
  }
  return trips;
}

static LLVMValueRef forward_trips(void *context, Frame *frame, SweepLoop *loop) {
  (void)frame;
  ForwardSide *side = context;
  LLVMTypeRef i64 = LLVMTypeOf(loop->counter);
  if (loop->constant_count >= 0)
    return LLVMConstInt(i64, (unsigned long long)loop->constant_count + 1, false);
  return map_get(side->trips, loop);
}

static LLVMValueRef forward_base(void *context, const TapedValue *value) {
  ForwardSide *side = context;
  return map_get(side->bases, value);
}

static void replace_pointer(Frame *frame, LLVMValueRef pointer, TapeLayout *layout) {
  LLVMValueRef stand_in = frame->pointer;
  TapedValue *taped = map_get(layout->taped, stand_in);
  LLVMReplaceAllUsesWith(stand_in, pointer);
  LLVMInstructionEraseFromParent(stand_in);
  map_set(layout->taped, stand_in, NULL); /* its address may be reused */
  frame->pointer = pointer;
  taped->value = pointer;
  map_set(layout->taped, pointer, taped);
}

static LLVMValueRef store_to_tape(const Sweep *sweep, LLVMBuilderRef builder, LLVMValueRef value,
                                  LLVMValueRef pointer) {
  LLVMValueRef store = LLVMBuildStore(builder, value, pointer);
  scope_mark(sweep, store, SCOPE_TAPE);
  return store;
}

static void allocate_counted(ForwardSide *side, TapeLayout *layout, Frame *frame) {
  const Sweep *sweep = side->sweep;
  LLVMBuilderRef builder = side->builder;
  LLVMTypeRef i64 = LLVMTypeOf(frame->loop->counter);
  LLVMTypeRef pointer = LLVMTypeOf(frame->pointer);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(frame->loop->preheader));
  LLVMSetCurrentDebugLocation2(builder, NULL);
  map_set(side->trips, frame->loop, build_trips(sweep, builder, frame->loop, frame->loop));
  for (size_t i = 0; i < frame->values.count; i++)
    for (SweepLoop *loop = frame->values.items[i]->loop; loop != frame->loop; loop = loop->parent)
      if (!map_has(side->trips, loop))
        map_set(side->trips, loop, build_trips(sweep, builder, loop, frame->loop));
  LLVMValueRef *starts = ARENA_ARRAY(sweep->arena, LLVMValueRef, frame->values.count + 1);
  LLVMValueRef bytes = frame_size(sweep, builder, frame, side->trips, starts);
  if (frame->guard)
    bytes = LLVMBuildSelect(builder, frame->guard, bytes,
                            LLVMConstInt(i64, frame->header_bytes, false), "");
  LLVMValueRef arguments[] = {sweep->tape, bytes};
  LLVMValueRef memory = tape_call(sweep, builder, "adcc_tape_push", pointer, arguments, 2);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(i64));
  for (size_t i = 0; i < frame->values.count; i++) {
    TapedValue *value = frame->values.items[i];
    if (!value->has_base)
      continue;
    LLVMValueRef base = LLVMBuildInBoundsGEP2(builder, i8, memory, &starts[i], 1, "");
    map_set(side->bases, value, base);
    value->base = base;
    if (!frame->headless)
      store_to_tape(sweep, builder, base, tape_offset(builder, memory, value->offset));
  }
  uint64_t at = 0;
  for (size_t i = 1; i < frame->values.count; i++)
    at += 8;
  for (size_t i = 0; i < frame->counts.count; i++, at += 8)
    if (frame->headless)
      ARRAY_PUSH(sweep->arena, frame->trips, map_get(side->trips, frame->counts.items[i]));
    else
      store_to_tape(sweep, builder, map_get(side->trips, frame->counts.items[i]),
                    tape_offset(builder, memory, at));
  replace_pointer(frame, memory, layout);
}

static void allocate_list(ForwardSide *side, TapeLayout *layout, Frame *frame) {
  const Sweep *sweep = side->sweep;
  LLVMBuilderRef builder = side->builder;
  LLVMTypeRef i64 = LLVMTypeOf(frame->loop->counter), pointer = LLVMTypeOf(frame->pointer);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(frame->loop->preheader));
  LLVMSetCurrentDebugLocation2(builder, NULL);
  LLVMValueRef bytes[] = {sweep->tape, LLVMConstInt(i64, 32, false)};
  LLVMValueRef list = tape_call(sweep, builder, "adcc_tape_push", pointer, bytes, 2);
  tape_call(sweep, builder, "adcc_tape_list_begin", NULL, &list, 1);
  replace_pointer(frame, list, layout);
  LLVMValueRef at = LLVMGetFirstInstruction(frame->loop->header);
  while (LLVMGetInstructionOpcode(at) == LLVMPHI)
    at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(builder, at);
  LLVMValueRef arguments[] = {list, sweep->tape, LLVMConstInt(i64, frame->record_bytes, false)};
  map_set(side->records, frame,
          tape_call(sweep, builder, "adcc_tape_list_push", pointer, arguments, 3));
}

/* Below what the calls of the block will push: popping that leaves the record alone. */
static void allocate_records(ForwardSide *side, TapeLayout *layout, Frame *frame) {
  const Sweep *sweep = side->sweep;
  LLVMBuilderRef builder = side->builder;
  LLVMTypeRef i64 = LLVMTypeOf(frame->loop->counter), pointer = LLVMTypeOf(frame->pointer);
  frame->latest = build_alloca_in_entry(sweep->function, pointer, "latest");
  LLVMPositionBuilderBefore(builder, build_point_after(frame->latest));
  LLVMSetCurrentDebugLocation2(builder, NULL);
  LLVMBuildStore(builder, LLVMConstNull(pointer), frame->latest);
  LLVMValueRef at = LLVMGetFirstInstruction(frame->block);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(builder, at);
  LLVMValueRef bytes[] = {sweep->tape, LLVMConstInt(i64, frame->record_bytes, false)};
  LLVMValueRef record = tape_call(sweep, builder, "adcc_tape_push", pointer, bytes, 2);
  store_to_tape(sweep, builder, LLVMBuildLoad2(builder, pointer, frame->latest, ""), record);
  map_set(side->records, frame, LLVMBuildStore(builder, record, frame->latest));
  LLVMPositionBuilderBefore(builder, sweep->boundary);
  replace_pointer(frame, LLVMBuildLoad2(builder, pointer, frame->latest, "latest"), layout);
}

/* The record of a list is pushed behind the phis: stores of phis go behind that. */
static LLVMValueRef store_point(ForwardSide *side, const TapedValue *value) {
  LLVMValueRef point = build_point_after(value->value);
  LLVMValueRef record = value->frame->is_list ? map_get(side->records, value->frame) : NULL;
  if (record && LLVMGetInstructionParent(record) == LLVMGetInstructionParent(value->value) &&
      LLVMGetInstructionOpcode(value->value) == LLVMPHI)
    return LLVMGetNextInstruction(record);
  return point;
}

static void store_value(ForwardSide *side, const TapeSide *address, const TapedValue *value) {
  const Sweep *sweep = side->sweep;
  const Frame *frame = value->frame;
  LLVMPositionBuilderBefore(side->builder, store_point(side, value));
  LLVMSetCurrentDebugLocation2(side->builder, NULL);
  LLVMTypeRef storage = value->storage;
  LLVMValueRef stored = value->value;
  if (storage != LLVMTypeOf(stored)) /* a boolean grows, another integer shrinks */
    stored = LLVMBuildIntCast2(side->builder, stored, storage, false, "");
  LLVMValueRef place = tape_address(address, value);
  if (frame->guard) {
    /* Where the guard is not set the store goes nowhere; LLVM removes it from that version. */
    LLVMValueRef nowhere = build_alloca_in_entry(sweep->function, storage, "nowhere");
    place = LLVMBuildSelect(side->builder, frame->guard, place, nowhere, "");
    if (LLVMIsASelectInst(place))
      ARRAY_PUSH(sweep->arena, side->layout->guarded, place);
  }
  /* A choice between the tape and nowhere is between classes that scopes do not tell apart. */
  LLVMValueRef store = LLVMIsASelectInst(place)
                           ? LLVMBuildStore(side->builder, stored, place)
                           : store_to_tape(sweep, side->builder, stored, place);
  LLVMSetAlignment(store, tape_alignment(value));
}

void store_emit(const Sweep *sweep, TapeLayout *layout) {
  ForwardSide side = {
      sweep,
      layout,
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(sweep->function))),
      map_create(sweep->arena),
      map_create(sweep->arena),
      map_create(sweep->arena)};
  TapeSide address = {side.builder,   layout,        &side,         forward_iteration,
                      forward_record, forward_frame, forward_trips, forward_base};
  /* Outer frames first, so that trip counts of inner loops are defined where they dominate. */
  for (size_t i = layout->frames.count; i-- > 0;) {
    Frame *frame = layout->frames.items[i];
    if (!frame->loop)
      continue;
    if (frame->block)
      allocate_records(&side, layout, frame);
    else if (frame->is_list)
      allocate_list(&side, layout, frame);
    else
      allocate_counted(&side, layout, frame);
  }
  for (size_t i = 0; i < layout->frames.count; i++) {
    Frame *frame = layout->frames.items[i];
    if (!frame->loop && !frame->pointer)
      continue; /* the combined derivative keeps root values in slots */
    for (size_t k = 0; k < frame->values.count; k++)
      store_value(&side, &address, frame->values.items[k]);
    for (size_t k = 0; k < frame->sharing.count; k++)
      store_value(&side, &address, frame->sharing.items[k]);
  }
  LLVMDisposeBuilder(side.builder);
}
