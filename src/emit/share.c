/* One place on the tape for what different branches keep. Where neither of two blocks reaches the
 * other within an iteration, no more than one of them runs in it, and what either keeps may lie
 * where the other's value would. The reverse sweep reads a place for the branch that was taken;
 * what it may read for others before it knows, it does not use, as where nothing was stored. */
#include "tape_code.h"

typedef struct {
  Arena *arena;
  const TapeLayout *layout;
  Map *reached;  /* block -> set of the blocks that it reaches within an iteration of its loop */
  size_t budget; /* blocks that may still be walked through */
} Sharer;

static Map *reached_from(Sharer *sharer, LLVMBasicBlockRef block, const SweepLoop *loop) {
  Map *reached = map_get(sharer->reached, block);
  if (reached)
    return reached;
  const Sweep *sweep = sharer->layout->plan->sweep;
  reached = map_create(sharer->arena);
  map_set(sharer->reached, block, reached);
  ARRAY(LLVMBasicBlockRef) work = {0};
  ARRAY_PUSH(sharer->arena, work, block);
  while (work.count) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(work.items[--work.count]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, i);
      bool is_next_iteration = loop && next == loop->header;
      if (is_next_iteration || map_has(reached, next) || map_has(sweep->reverse_blocks, next))
        continue;
      map_set(reached, next, next);
      ARRAY_PUSH(sharer->arena, work, next);
      sharer->budget -= sharer->budget > 0;
    }
  }
  return reached;
}

static bool exclude_each_other(Sharer *sharer, const TapedValue *a, const TapedValue *b) {
  LLVMBasicBlockRef one = LLVMGetInstructionParent(a->value),
                    other = LLVMGetInstructionParent(b->value);
  return one != other && !map_has(reached_from(sharer, one, a->loop), other) &&
         !map_has(reached_from(sharer, other, a->loop), one);
}

/* Is it stored where it is computed, to a place of its own for each iteration of its loop? */
static bool is_stored_each_time(const TapedValue *value) {
  const Frame *frame = value->frame;
  if (!LLVMIsAInstruction(value->value) || LLVMIsAFreezeInst(value->value))
    return false; /* a stand-in */
  if (!frame->loop || frame->is_list)
    return value->loop == frame->loop;
  size_t loops = 0;
  for (const SweepLoop *loop = value->loop; loop != frame->loop->parent; loop = loop->parent)
    loops++;
  return value->varies_in.count == loops;
}

static bool fits(Sharer *sharer, const Frame *frame, const TapedValue *value,
                 const TapedValue *owner) {
  if (owner->size != value->size || owner->loop != value->loop || !is_stored_each_time(owner) ||
      !exclude_each_other(sharer, value, owner))
    return false;
  for (size_t i = 0; i < frame->sharing.count; i++)
    if (frame->sharing.items[i]->place == owner &&
        !exclude_each_other(sharer, value, frame->sharing.items[i]))
      return false;
  return true;
}

void layout_share_places(const TapeLayout *layout, Frame *frame) {
  enum { MOST_VALUES = 512, MOST_BLOCKS = 1 << 18 };
  if (layout->tells_kinds || frame->block || frame->values.count > MOST_VALUES)
    return;
  Sharer sharer = {layout->arena, layout, map_create(layout->arena), MOST_BLOCKS};
  size_t own = 0;
  for (size_t i = 0; i < frame->values.count; i++) {
    TapedValue *value = frame->values.items[i];
    for (size_t k = 0; k < own && !value->place && sharer.budget && is_stored_each_time(value); k++)
      if (fits(&sharer, frame, value, frame->values.items[k]))
        value->place = frame->values.items[k];
    if (value->place)
      ARRAY_PUSH(layout->arena, frame->sharing, value);
    else
      frame->values.items[own++] = value;
  }
  frame->values.count = own;
}
