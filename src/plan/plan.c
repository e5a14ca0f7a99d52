/* The plan: for every forward value that the reverse sweep needs, free, recomputed, reloaded or
 * taped. The choice is a minimum cut between what is free and what is needed: a value that is
 * recomputed needs its operands; the cut is through the values that cost the least to tape. */
#include "plan.h"
#include "cut.h"
#include <stdio.h>

Keep plan_keep(const Plan *plan, LLVMValueRef value) {
  if (remat_is_free(plan->sweep, value))
    return KEEP_FREE;
  void *entry = map_get(plan->keep, value);
  return entry ? (Keep)((uintptr_t)entry - 1) : KEEP_TAPE;
}

static void set_keep(Plan *plan, LLVMValueRef value, Keep keep) {
  map_set(plan->keep, value, (void *)((uintptr_t)keep + 1));
}

/* Outside of every loop a value of the combined derivative is a register or a stack slot. */
static bool is_at_hand(const Sweep *sweep, LLVMValueRef value) {
  return !sweep->split && !sweep_loop_of(sweep, value);
}

static double trip_estimate(const SweepLoop *loop) {
  double trips = 1;
  for (; loop; loop = loop->parent)
    trips *= loop->constant_count >= 0 ? (double)loop->constant_count + 1 : 100;
  return trips;
}

static double tape_cost(const Plan *plan, LLVMValueRef value) {
  const Sweep *sweep = plan->sweep;
  LLVMTypeRef type = plan_kept_type(sweep, value);
  double bytes = LLVMTypeIsSized(type)
                     ? (double)LLVMABISizeOfType(
                           LLVMGetModuleDataLayout(LLVMGetGlobalParent(sweep->function)), type)
                     : 8;
  if (is_at_hand(sweep, value))
    return 0.5; /* a register, or a spill */
  if (map_has(plan->old, value))
    bytes *= 1.25; /* it is also put back into the mirror, and that is copied */
  /* Kept once for loops in which it does not vary, but stored and read in each. */
  const double of_access = 2;
  double executions = trip_estimate(sweep_loop_of(sweep, value)), entries = 1;
  for (const SweepLoop *loop = sweep_loop_of(sweep, value); loop; loop = loop->parent)
    if (plan_varies(sweep, value, loop))
      entries *= trip_estimate(loop) / trip_estimate(loop->parent);
  return entries < executions ? bytes * entries + of_access * executions : bytes * executions;
}

typedef struct {
  Plan *plan;
  Cut *cut;
  Map *node; /* value -> node number + 1 */
  Map *reloadable;
  ValueArray values;
} Build;

static size_t node_of(Build *build, LLVMValueRef value) {
  void *known = map_get(build->node, value);
  if (known)
    return (size_t)(uintptr_t)known - 1;
  size_t node = cut_add_node(build->cut, tape_cost(build->plan, value));
  map_set(build->node, value, (void *)(uintptr_t)(node + 1));
  ARRAY_PUSH(build->plan->sweep->arena, build->values, value);
  return node;
}

bool plan_inputs(const Plan *plan, LLVMValueRef value, bool reload, ValueArray *inputs) {
  const Sweep *sweep = plan->sweep;
  if (reload) {
    ARRAY_PUSH(sweep->arena, *inputs, plan_access_pointer(plan, value));
    if (inverse_of(plan, value))
      ARRAY_PUSH(sweep->arena, *inputs, inverse_of(plan, value)->other);
    mirror_inputs(plan, value, inputs);
    return true;
  }
  if (!remat_is_recomputable(sweep, value))
    return false;
  LLVMValueRef start, step;
  if (LLVMGetInstructionOpcode(value) == LLVMPHI && LLVMCountIncoming(value) == 1) {
    ARRAY_PUSH(sweep->arena, *inputs, LLVMGetIncomingValue(value, 0));
    return true;
  }
  if (LLVMGetInstructionOpcode(value) == LLVMPHI) {
    if (!remat_is_affine(sweep, value, &start, &step))
      return false;
    ARRAY_PUSH(sweep->arena, *inputs, start);
    ARRAY_PUSH(sweep->arena, *inputs, step);
    return true;
  }
  int count = LLVMGetInstructionOpcode(value) == LLVMCall ? (int)call_argument_count(value)
                                                          : LLVMGetNumOperands(value);
  for (int i = 0; i < count; i++)
    ARRAY_PUSH(sweep->arena, *inputs, LLVMGetOperand(value, (unsigned)i));
  return true;
}

/* May the reverse sweep read the value again from memory? */
static bool is_reloaded(Plan *plan, Map *refused, LLVMValueRef value) {
  if (is_at_hand(plan->sweep, value))
    return false;
  if (map_get(plan->stored, value) || map_get(plan->guard, value) || mirror_of(plan, value))
    return true;
  if (LLVMGetInstructionOpcode(value) != LLVMLoad || map_has(refused, value))
    return false;
  if (remat_is_reloadable(plan->sweep, value))
    return true;
  LLVMValueRef guard = region_guard(plan, value, false);
  if (guard)
    map_set(plan->guard, value, guard);
  else if (!mirror_offer(plan, value))
    map_set(refused, value, value);
  return !map_has(refused, value);
}

static void choose(Plan *plan, Map *refused) {
  const Sweep *sweep = plan->sweep;
  plan->keep = map_create(sweep->arena);
  Build build = {
      plan, cut_create(sweep->arena), map_create(sweep->arena), map_create(sweep->arena), {0}};
  for (size_t i = 0; i < sweep->fetches.count; i++) {
    const Fetch *fetch = &sweep->fetches.items[i];
    if (fetch->placeholder && !remat_is_free(sweep, fetch->value))
      cut_connect_sink(build.cut, node_of(&build, fetch->value));
  }
  for (size_t i = 0; i < build.values.count; i++) {
    LLVMValueRef value = build.values.items[i];
    size_t node = node_of(&build, value);
    ValueArray inputs = {0};
    bool reload = is_reloaded(plan, refused, value);
    if (reload)
      map_set(build.reloadable, value, value);
    /* What is at hand costs nothing; computing it again, block by block, would. */
    if (is_at_hand(sweep, value)) {
      cut_connect_source(build.cut, node);
      continue;
    }
    if (map_has(plan->decided, value) || !plan_inputs(plan, value, reload, &inputs)) {
      cut_connect_source(build.cut, node);
      continue;
    }
    double price = remat_price(plan_access(plan, value)) + mirror_price(plan, value);
    if (inverse_of(plan, value))
      price += remat_price(inverse_of(plan, value)->operation);
    cut_set_price(build.cut, node, price * trip_estimate(sweep_loop_of(sweep, value)));
    for (size_t k = 0; k < inputs.count; k++)
      if (!remat_is_free(sweep, inputs.items[k]) && !LLVMIsAConstant(inputs.items[k]))
        cut_connect(build.cut, node_of(&build, inputs.items[k]), node);
  }
  cut_solve(build.cut);
  for (size_t i = 0; i < build.values.count; i++) {
    LLVMValueRef value = build.values.items[i];
    if (cut_is_cut(build.cut, node_of(&build, value)))
      set_keep(plan, value, KEEP_TAPE);
    else if (map_has(build.reloadable, value))
      set_keep(plan, value, KEEP_RELOAD);
    else
      set_keep(plan, value, KEEP_RECOMPUTE);
  }
}

/* What is read again in fact: not what lies behind values that are taped. */
static void find_reloaded(Plan *plan) {
  const Sweep *sweep = plan->sweep;
  Map *seen = map_create(sweep->arena);
  ValueArray work = {0};
  for (size_t i = 0; i < sweep->fetches.count; i++)
    if (sweep->fetches.items[i].placeholder)
      ARRAY_PUSH(sweep->arena, work, sweep->fetches.items[i].value);
  while (work.count) {
    LLVMValueRef value = work.items[--work.count];
    Keep keep = map_has(plan->keep, value) ? plan_keep(plan, value) : KEEP_FREE;
    if (map_has(seen, value) || (keep != KEEP_RECOMPUTE && keep != KEEP_RELOAD))
      continue;
    map_set(seen, value, value);
    if (keep == KEEP_RELOAD)
      map_set(plan->reloaded, value, value);
    plan_inputs(plan, value, keep == KEEP_RELOAD, &work);
  }
  for (size_t i = 0; i < map_count(plan->guard); i++) {
    const void *value;
    map_entry(plan->guard, i, &value);
    if (!map_has(plan->reloaded, value))
      map_set(plan->guard, value, NULL);
  }
}

Plan *plan_build(Arena *arena, const Sweep *sweep) {
  Plan *plan = ARENA_NEW(arena, Plan);
  plan->sweep = sweep;
  plan->stored = map_create(arena);
  plan->inverse = map_create(arena);
  plan->guard = map_create(arena);
  plan->nests = map_create(arena);
  plan->overlap = map_create(arena);
  plan->reloaded = map_create(arena);
  plan->mirrored = map_create(arena);
  plan->first_read = map_create(arena);
  plan->decided = map_create(arena);
  plan->undone = map_create(arena);
  for (size_t i = 0; i < sweep->undone.count; i++)
    if (sweep->undone.items[i].marker)
      map_set(plan->undone, sweep->undone.items[i].store, plan);
  plan->ranges_of_accesses = map_create(arena);
  plan->ranges_of_objects = map_create(arena);
  plan->ranges_by_start = map_create(arena);
  plan->inspected_ends = map_create(arena);
  plan->sizes = map_create(arena);
  plan->tabled = map_create(arena);
  plan->overwrites = map_create(arena);
  plan->old = map_create(arena);
  Map *refused = map_create(arena);
  choose(plan, refused);
  if (plan_offer_places(plan))
    choose(plan, refused);
  while (plan_find_decisions(plan))
    choose(plan, refused);
  find_reloaded(plan);
  plan_find_first_reads(plan);
  mirror_finish(plan);
  region_finish(plan);
  return plan;
}

void plan_print(const Plan *plan) {
  static const char *const names[] = {"free", "recompute", "reload", "tape"};
  size_t length;
  const char *function = LLVMGetValueName2(plan->sweep->primal, &length);
  fprintf(stderr, "plan of %.*s:\n", (int)length, function);
  for (size_t i = 0; i < map_count(plan->keep); i++) {
    const void *key;
    map_entry(plan->keep, i, &key);
    char *text = LLVMPrintValueToString((LLVMValueRef)key);
    fprintf(stderr, "  %-9s %s\n", names[plan_keep(plan, (LLVMValueRef)key)], text);
    LLVMDisposeMessage(text);
  }
}
