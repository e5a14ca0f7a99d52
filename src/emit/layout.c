/* Where taped values live. A value that varies in a loop nest is kept once for each iteration of
 * the loops in which it varies, in a frame that is allocated as far out as the trip counts allow;
 * loops whose count is unknown keep a list of records. Frames inside other loops are found again
 * through their pointer, which is itself a value kept one level further out. */
#include "tape_code.h"

static bool loop_is_within(const SweepLoop *loop, const SweepLoop *outer) {
  for (; loop; loop = loop->parent)
    if (loop == outer)
      return true;
  return false;
}

static bool varies_within(const Sweep *sweep, LLVMValueRef value, const SweepLoop *loop) {
  return LLVMIsAInstruction(value) && loop_is_within(sweep_loop_of(sweep, value), loop);
}

SweepLoop *layout_frame_loop(const SweepLoop *loop, const Sweep *sweep) {
  SweepLoop *frame = (SweepLoop *)loop;
  while (frame->count && frame->rectangular && frame->parent && frame->parent->count) {
    for (const SweepLoop *inner = loop; inner != frame->parent; inner = inner->parent)
      if (varies_within(sweep, inner->count, frame->parent) ||
          (inner->condition && varies_within(sweep, inner->condition, frame->parent)))
        return frame;
    frame = frame->parent;
  }
  return frame;
}

static uint64_t entry_bytes(const Sweep *sweep, LLVMTypeRef type) {
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(sweep->function)), type);
}

/* Where the reverse of each block that has its own records ends. A block whose reverse is not
 * there, or not there once, has none; nor has one that a loop's exit gave a phi, for that is asked
 * for behind that end. */
static void find_record_ends(TapeLayout *layout) {
  const Sweep *sweep = layout->plan->sweep;
  ValueArray calls = {0};
  LLVMValueRef marker = LLVMGetNamedFunction(LLVMGetGlobalParent(sweep->function), RECORD_END);
  for (LLVMUseRef use = marker ? LLVMGetFirstUse(marker) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) == sweep->function)
      ARRAY_PUSH(layout->arena, calls, call);
  }
  for (size_t i = 0; i < calls.count; i++) {
    uint64_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(calls.items[i], 0));
    LLVMBasicBlockRef block = sweep->call_blocks.items[number];
    bool fine = sweep->boundary && !map_has(layout->record_end, block);
    FOR_EACH_INSTRUCTION (phi, block)
      fine = fine && (!LLVMIsAPHINode(phi) || map_has(sweep->origin, phi));
    map_set(layout->record_end, block, fine ? calls.items[i] : NULL);
  }
}

/* The types of what a section holds are told by its frame (analysis/), in which sections of which
 * the places are not known are as one. Where that is asked, as what is made here is differentiated
 * itself, integers are not to be taken for the pointers or numbers beside them, nor what one
 * pointer leads to for what another does. */
static bool may_share(const TapeLayout *layout, const Frame *frame, FrameContent content) {
  return frame->is_list || !layout->tells_kinds ||
         (frame->content == content && content != FRAME_OF_POINTERS);
}

static FrameContent content_of(LLVMValueRef value) {
  switch (LLVMGetTypeKind(LLVMTypeOf(value))) {
  case LLVMPointerTypeKind:
    return FRAME_OF_POINTERS;
  case LLVMIntegerTypeKind:
    return FRAME_OF_INTEGERS;
  default:
    return FRAME_OF_NUMBERS;
  }
}

/* Values under a guard have a frame of their own, which is empty where the guard is not set. */
static Frame *frame_for(TapeLayout *layout, LLVMValueRef value, SweepLoop *loop,
                        LLVMValueRef guard) {
  if (!loop)
    return layout->root;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
  if (!guard && map_get(layout->record_end, block)) {
    Frame *frame = map_get(layout->frame_of_block, block);
    if (frame)
      return frame;
    frame = ARENA_NEW(layout->arena, Frame);
    frame->loop = loop;
    frame->is_list = true;
    frame->block = block;
    frame->record_end = map_get(layout->record_end, block);
    map_set(layout->frame_of_block, block, frame);
    ARRAY_PUSH(layout->arena, layout->frames, frame);
    return frame;
  }
  SweepLoop *at = layout_frame_loop(loop, layout->plan->sweep);
  Map *frames = guard ? layout->guarded_frame_of_loop : layout->frame_of_loop;
  FrameContent content = content_of(value);
  Frame *frame = map_get(frames, at);
  while (frame && !may_share(layout, frame, content))
    frame = frame->next_of_loop;
  if (frame)
    return frame;
  frame = ARENA_NEW(layout->arena, Frame);
  frame->content = content;
  frame->next_of_loop = map_get(frames, at);
  frame->loop = at;
  frame->is_list = at->count == NULL;
  frame->guard = guard;
  map_set(frames, at, frame);
  ARRAY_PUSH(layout->arena, layout->frames, frame);
  return frame;
}

static void tape_value(TapeLayout *layout, LLVMValueRef value, SweepLoop *loop);

/* Is the load kept with the one that reads the same before it? Records are at hand only where the
 * block or the iteration that they are of is reversed. */
static bool tape_with_first(TapeLayout *layout, LLVMValueRef load, SweepLoop *loop) {
  LLVMValueRef first = plan_first_read(layout->plan, load);
  if (!first)
    return false;
  if (map_get(layout->record_end, LLVMGetInstructionParent(first)))
    return false;
  SweepLoop *first_loop = sweep_loop_of(layout->plan->sweep, first);
  for (const SweepLoop *at = first_loop, *behind = loop; at != behind;
       at = at->parent, behind = behind->parent)
    if (map_get(layout->record_end, at->preheader))
      return false;
  tape_value(layout, first, first_loop);
  const TapedValue *kept = map_get(layout->taped, first);
  TapedValue *taped = ARENA_NEW(layout->arena, TapedValue);
  *taped = (TapedValue){.value = load,
                        .first = kept,
                        .loop = loop,
                        .frame = kept->frame,
                        .storage = kept->storage,
                        .size = kept->size};
  map_set(layout->taped, load, taped);
  return true;
}

/* Under a guard it is read from the tape or from memory, by one load. */
static LLVMTypeRef kept_type(const TapeLayout *layout, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  bool is_bool = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
  bool from_memory = !is_bool && map_get(layout->plan->guard, value);
  return from_memory ? type : plan_kept_type(layout->plan->sweep, value);
}

static void tape_value(TapeLayout *layout, LLVMValueRef value, SweepLoop *loop) {
  if (map_has(layout->taped, value) || tape_with_first(layout, value, loop))
    return;
  TapedValue *taped = ARENA_NEW(layout->arena, TapedValue);
  taped->value = value;
  taped->loop = loop;
  taped->frame = frame_for(layout, value, loop, map_get(layout->plan->guard, value));
  taped->storage = kept_type(layout, value);
  taped->size = entry_bytes(layout->plan->sweep, taped->storage);
  const SweepLoop *end = taped->frame->loop ? taped->frame->loop->parent : loop;
  for (; loop != end; loop = loop->parent)
    if (plan_varies(layout->plan->sweep, value, loop))
      ARRAY_PUSH(layout->arena, taped->varies_in, loop);
  map_set(layout->taped, value, taped);
  ARRAY_PUSH(layout->arena, taped->frame->values, taped);
}

/* Follows a needed value to what must be on the tape for it. */
static void require(TapeLayout *layout, Map *seen, LLVMValueRef value) {
  const Sweep *sweep = layout->plan->sweep;
  ValueArray work = {0};
  ARRAY_PUSH(layout->arena, work, value);
  while (work.count) {
    value = work.items[--work.count];
    if (LLVMIsAConstant(value) || map_has(seen, value))
      continue;
    map_set(seen, value, value);
    Keep keep = plan_keep(layout->plan, value);
    if (keep == KEEP_FREE)
      continue;
    if (keep == KEEP_TAPE)
      tape_value(layout, value, sweep_loop_of(sweep, value));
    else {
      ValueArray inputs = {0};
      LLVMValueRef guard = map_get(layout->plan->guard, value);
      if (keep == KEEP_RELOAD && guard) {
        tape_value(layout, value, sweep_loop_of(sweep, value));
        ARRAY_PUSH(layout->arena, work, guard);
      }
      plan_inputs(layout->plan, value, keep == KEEP_RELOAD, &inputs);
      for (size_t i = 0; i < inputs.count; i++)
        ARRAY_PUSH(layout->arena, work, inputs.items[i]);
    }
  }
}

/* What wants more alignment first, so that every section and entry has its own without padding. */
static void sort_values(Frame *frame) {
  TapedValue **values = frame->values.items;
  for (size_t i = 1; i < frame->values.count; i++)
    for (size_t j = i; j > 0 && tape_alignment(values[j]) > tape_alignment(values[j - 1]); j--) {
      TapedValue *other = values[j];
      values[j] = values[j - 1];
      values[j - 1] = other;
    }
}

/* Brings values that vary in the same loops together, in the order in which they are. */
static void group_values(Frame *frame) {
  TapedValue **values = frame->values.items;
  for (size_t sorted = 1; sorted < frame->values.count; sorted++) {
    size_t next = sorted;
    while (next < frame->values.count && !frame_is_grouped(values[sorted - 1], values[next]))
      next++;
    if (next == frame->values.count)
      continue;
    TapedValue *found = values[next];
    for (; next > sorted; next--)
      values[next] = values[next - 1];
    values[sorted] = found;
  }
}

static void place(TapeLayout *layout, Frame *frame) {
  sort_values(frame);
  layout_share_places(layout, frame);
  if (!frame->loop || frame->is_list) {
    uint64_t at = frame->block ? sizeof(uint64_t) : 0;
    for (size_t i = 0; i < frame->values.count; i++) {
      frame->values.items[i]->offset = at;
      at += frame->values.items[i]->size;
    }
    frame->record_bytes = (at + 15) & ~(uint64_t)15;
    return;
  }
  group_values(frame);
  /* The header tells the reverse sweep what it cannot recompute: section addresses behind the
   * first, and the trip counts of inner loops that are not constant. */
  uint64_t header = 0;
  for (size_t i = 1; i < frame->values.count; i++) {
    frame->values.items[i]->has_base = true;
    frame->values.items[i]->offset = header;
    header += 8;
  }
  for (size_t i = 0; i < frame->values.count; i++)
    for (SweepLoop *inner = frame->values.items[i]->loop; inner != frame->loop;
         inner = inner->parent) {
      bool known = inner->constant_count >= 0;
      for (size_t k = 0; k < frame->counts.count; k++)
        known |= frame->counts.items[k] == inner;
      if (!known)
        ARRAY_PUSH(layout->arena, frame->counts, inner);
    }
  header += 8 * frame->counts.count;
  frame->headless = !layout->plan->sweep->split && !frame->loop->parent;
  frame->header_bytes = frame->headless ? 0 : (header + 15) & ~(uint64_t)15;
}

/* A value that the reverse half looks for beside those that the plan has chosen among. What nobody
 * else needs there may be behind the plan's cut, where nothing is said of how to have it again. */
static void require_beside(TapeLayout *layout, Map *seen, LLVMValueRef value) {
  if (LLVMIsAInstruction(value) && !map_has(seen, value) &&
      !remat_is_free(layout->plan->sweep, value))
    tape_value(layout, value, sweep_loop_of(layout->plan->sweep, value));
  else
    require(layout, seen, value);
}

/* The reverse half of a split derivative finds the mirrors, and what tells whether to use them, in
 * the root frame. A stand-in for the image's address is there before it is known. */
static void keep_mirrors(TapeLayout *layout, Map *seen) {
  const Plan *plan = layout->plan;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(plan->sweep->tape));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  for (size_t i = 0; i < plan->mirrors.count; i++) {
    Mirror *mirror = plan->mirrors.items[i];
    if (!mirror->is_used)
      continue;
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(mirror->nest->preheader));
    mirror->image =
        LLVMBuildFreeze(builder, LLVMGetPoison(LLVMPointerTypeInContext(context, 0)), "image");
    tape_value(layout, mirror->image, NULL);
    LLVMValueRef object = map_get(plan->sweep->clone, mirror->object);
    require_beside(layout, seen, object ? object : mirror->object);
  }
  for (size_t i = 0; i < map_count(plan->overwrites); i++) {
    const void *store;
    const Overwrite *overwrite = map_entry(plan->overwrites, i, &store);
    if (overwrite->is_undone && overwrite->guard)
      require_beside(layout, seen, overwrite->guard);
  }
  LLVMDisposeBuilder(builder);
}

TapeLayout *layout_build(Arena *arena, const Plan *plan, bool tells_kinds) {
  TapeLayout *layout = ARENA_NEW(arena, TapeLayout);
  layout->tells_kinds = tells_kinds;
  layout->arena = arena;
  layout->plan = plan;
  layout->frame_of_loop = map_create(arena);
  layout->guarded_frame_of_loop = map_create(arena);
  layout->record_end = map_create(arena);
  layout->frame_of_block = map_create(arena);
  layout->taped = map_create(arena);
  layout->mirrored = map_create(arena);
  layout->root = ARENA_NEW(arena, Frame);
  find_record_ends(layout);
  Map *seen = map_create(arena);
  for (size_t i = 0; i < plan->sweep->fetches.count; i++)
    if (plan->sweep->fetches.items[i].placeholder)
      require(layout, seen, plan->sweep->fetches.items[i].value);
  if (plan->sweep->split)
    keep_mirrors(layout, seen);
  /* Inner frames first: the pointers that they add to outer frames, and the frames that this
   * creates, are seen later in this loop. */
  Map *placed = map_create(arena);
  LLVMTypeRef pointer =
      LLVMPointerTypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(plan->sweep->function)), 0);
  for (;;) {
    Frame *deepest = NULL;
    for (size_t i = 0; i < layout->frames.count; i++) {
      Frame *frame = layout->frames.items[i];
      if (!map_has(placed, frame) && (!deepest || frame->loop->depth > deepest->loop->depth))
        deepest = frame;
    }
    if (!deepest)
      break;
    map_set(placed, deepest, deepest);
    place(layout, deepest);
    /* A stand-in for the pointer, so that it is a forward value like any other. */
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(
        LLVMGetModuleContext(LLVMGetGlobalParent(plan->sweep->function)));
    LLVMPositionBuilderBefore(builder, deepest->block
                                           ? plan->sweep->boundary
                                           : LLVMGetBasicBlockTerminator(deepest->loop->preheader));
    deepest->pointer = LLVMBuildFreeze(builder, LLVMGetPoison(pointer), "frame");
    LLVMDisposeBuilder(builder);
    tape_value(layout, deepest->pointer, deepest->block ? NULL : deepest->loop->parent);
  }
  for (size_t i = 1; i < layout->frames.count; i++)
    for (size_t j = i;
         j > 0 && layout->frames.items[j]->loop->depth > layout->frames.items[j - 1]->loop->depth;
         j--) {
      Frame *other = layout->frames.items[j];
      layout->frames.items[j] = layout->frames.items[j - 1];
      layout->frames.items[j - 1] = other;
    }
  place(layout, layout->root);
  ARRAY_PUSH(arena, layout->frames, layout->root);
  return layout;
}
