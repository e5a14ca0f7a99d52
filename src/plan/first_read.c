/* Loads that find once more what another one has found. A solver applies a matrix, takes a product
 * with the image, then subtracts it: each of these loops reads the image, and what overwrites it in
 * the next step has each of them keep it. It is kept once, by the load that reads it first, and the
 * reverse of the later loop reads what that one has kept for the iteration of the same number.
 *
 * That holds where the first load has come to the same place in the iteration of the same number
 * (bridge.h: bridge_repeats), and nothing may have been written there in between. */
#include "plan.h"

LLVMValueRef plan_first_read(const Plan *plan, LLVMValueRef load) {
  LLVMValueRef first = map_get(plan->first_read, load);
  while (first && map_has(plan->first_read, first))
    first = map_get(plan->first_read, first);
  return first;
}

static BridgeLoopRef outermost_within(const Sweep *sweep, LLVMValueRef access,
                                      BridgeLoopRef common) {
  BridgeLoopRef loop = bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(access));
  while (bridge_loop_parent(loop) != common)
    loop = bridge_loop_parent(loop);
  return loop;
}

/* Is what the first of two loads has read still there when the second one reads it? What either
 * loop writes itself must be elsewhere altogether. */
static bool stays(const Sweep *sweep, LLVMValueRef first, LLVMValueRef second) {
  BridgeLoopRef common = bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(first));
  while (common && !bridge_loop_contains(common, LLVMGetInstructionParent(second)))
    common = bridge_loop_parent(common);
  BridgeLoopRef loop = outermost_within(sweep, first, common);
  BridgeLoopRef loop_behind = outermost_within(sweep, second, common);
  LLVMBasicBlockRef start = bridge_loop_header(loop);
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef writer = sweep->accesses.items[i];
    LLVMBasicBlockRef block = LLVMGetInstructionParent(writer);
    if (!remat_may_write(sweep, writer, first))
      continue;
    bool is_apart =
        common && LLVMIsAStoreInst(writer) && bridge_loop_contains(common, block) &&
        bridge_ranges_are_apart(sweep->analyses, access_pointer(first), access_bytes(first),
                                access_pointer(writer), access_bytes(writer), common);
    bool is_within = bridge_loop_contains(loop, block) || bridge_loop_contains(loop_behind, block);
    if (!is_apart &&
        (is_within || (plan_reaches(sweep->arena, start, block, start) &&
                       plan_reaches(sweep->arena, block, bridge_loop_header(loop_behind), start))))
      return false;
  }
  return true;
}

/* Are they in different loops of as deep a nest, all counted, that stand in one and the same? */
static bool is_beside(const Sweep *sweep, LLVMValueRef first, LLVMValueRef second) {
  const SweepLoop *loop = sweep_loop_of(sweep, first), *behind = sweep_loop_of(sweep, second);
  if (loop == behind)
    return false;
  for (; loop != behind; loop = loop->parent, behind = behind->parent)
    if (!loop || !behind || !loop->count || !behind->count)
      return false;
  return true;
}

/* A load of the primal that the tape keeps for each iteration. */
static bool is_kept_load(const Plan *plan, LLVMValueRef value) {
  const Sweep *sweep = plan->sweep;
  if (!LLVMIsALoadInst(value) || plan_keep(plan, value) != KEEP_TAPE ||
      map_get(plan->guard, value) || map_has(sweep->is_shadow, value) || !access_is_plain(value))
    return false;
  LLVMValueRef primal = map_get(sweep->origin, value);
  const SweepLoop *loop = sweep_loop_of(sweep, value);
  return primal && LLVMIsALoadInst(primal) && loop && plan_varies(sweep, value, loop);
}

void plan_find_first_reads(Plan *plan) {
  const Sweep *sweep = plan->sweep;
  ValueArray loads = {0};
  for (size_t i = 0; i < map_count(plan->keep); i++) {
    const void *key;
    map_entry(plan->keep, i, &key);
    if (is_kept_load(plan, (LLVMValueRef)key))
      ARRAY_PUSH(sweep->arena, loads, (LLVMValueRef)key);
  }
  for (size_t i = 0; i < loads.count; i++)
    for (size_t k = 0; k < loads.count && !map_has(plan->first_read, loads.items[i]); k++) {
      LLVMValueRef load = loads.items[i], first = loads.items[k];
      LLVMValueRef primal = map_get(sweep->origin, load);
      LLVMValueRef primal_first = map_get(sweep->origin, first);
      if (LLVMTypeOf(load) == LLVMTypeOf(first) && is_beside(sweep, first, load) &&
          bridge_repeats(sweep->analyses, primal_first, primal) &&
          stays(sweep, primal_first, primal))
        map_set(plan->first_read, load, first);
    }
}
