/* In which loops a value varies. A value that is the same in all iterations of a loop, as a load
 * whose address does not depend on it and whose memory nothing in it overwrites, is kept once for
 * all of them. */
#include "plan.h"

enum { MAX_VISITS = 256 };

static bool is_within(const SweepLoop *loop, const SweepLoop *outer) {
  while (loop && loop != outer)
    loop = loop->parent;
  return loop != NULL;
}

/* Do they go through rows of one table that are never the same? */
static bool are_in_other_rows(const Sweep *sweep, LLVMValueRef writer, LLVMValueRef load,
                              const SweepLoop *loop) {
  LLVMValueRef row = bridge_underlying_object(access_pointer(load));
  LLVMValueRef other = bridge_underlying_object(access_pointer(writer));
  return LLVMIsALoadInst(row) && LLVMIsALoadInst(other) &&
         bridge_ranges_are_apart(sweep->analyses, access_pointer(row), access_bytes(row),
                                 access_pointer(other), access_bytes(other), loop->primal) &&
         plan_rows_apart(sweep, row, other, loop->primal);
}

/* A store to another row of the matrix, as in an elimination. */
static bool writes_elsewhere(const Sweep *sweep, LLVMValueRef writer, LLVMValueRef load,
                             const SweepLoop *loop) {
  return LLVMIsAStoreInst(writer) &&
         (bridge_ranges_are_apart(sweep->analyses, access_pointer(load), access_bytes(load),
                                  access_pointer(writer), access_bytes(writer), loop->primal) ||
          are_in_other_rows(sweep, writer, load, loop));
}

/* The shadow of a pointer lies in memory that is written where the pointer's is. */
static bool may_be_written(const Sweep *sweep, LLVMValueRef load, const SweepLoop *loop) {
  LLVMValueRef primal = map_get(sweep->origin, load);
  bool pointer = LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind;
  if (!primal || !LLVMIsALoadInst(primal) || (map_has(sweep->is_shadow, load) && !pointer) ||
      !access_is_plain(load))
    return true;
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef writer = sweep->accesses.items[i];
    if (bridge_loop_contains(loop->primal, LLVMGetInstructionParent(writer)) &&
        remat_may_write(sweep, writer, primal) && !writes_elsewhere(sweep, writer, primal, loop))
      return true;
  }
  return false;
}

typedef struct {
  const Sweep *sweep;
  const SweepLoop *loop;
  Map *visited; /* found the same in all iterations of `loop`, if all that was visited is */
} Variation;

static bool varies(Variation *variation, LLVMValueRef value) {
  const Sweep *sweep = variation->sweep;
  const SweepLoop *loop = variation->loop;
  if (!LLVMIsAInstruction(value) || !is_within(sweep_loop_of(sweep, value), loop) ||
      map_has(variation->visited, value))
    return false;
  if (map_count(variation->visited) >= MAX_VISITS)
    return true;
  map_set(variation->visited, value, value);
  if (LLVMIsAPHINode(value)) {
    /* A recurrence of an inner loop starts again in every iteration of `loop`: in the k-th
     * iteration of its own it is the same if its start and its step are. */
    const SweepLoop *own = sweep_loop_of(sweep, value);
    if (own->header != LLVMGetInstructionParent(value) || own == loop)
      return true;
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
      if (varies(variation, LLVMGetIncomingValue(value, i)))
        return true;
    return false;
  }
  if (LLVMIsALoadInst(value))
    return varies(variation, LLVMGetOperand(value, 0)) || may_be_written(sweep, value, loop);
  if (!remat_is_recomputable(sweep, value))
    return true;
  int count = LLVMIsACallInst(value) ? (int)call_argument_count(value) : LLVMGetNumOperands(value);
  for (int i = 0; i < count; i++)
    if (varies(variation, LLVMGetOperand(value, (unsigned)i)))
      return true;
  return false;
}

bool plan_varies(const Sweep *sweep, LLVMValueRef value, const SweepLoop *loop) {
  Variation variation = {sweep, loop, map_create(sweep->arena)};
  return !loop->count || varies(&variation, value);
}
