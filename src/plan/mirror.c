/* Mirrors. A loop that works in place overwrites what its derivative needs, as each step of a time
 * loop does with the state. Instead of every value that is read, what the stores overwrite can be
 * kept: it is often less, and then no more than what the program destroys. The reverse sweep has a
 * copy of what the nest left in the object, the mirror, puts back into it what a store overwrote
 * when it comes back before that store, and reads from it what the primal read. The object itself
 * is not touched.
 *
 * A load may be read from a mirror if
 *   - whatever may write in the nest to where it read is a store to the same object, which the
 *     reverse sweep undoes, or is found apart by a comparison before the nest (region.c);
 *   - no such store comes between the load and the place where the reverse sweep asks for it;
 *   - where it reads and where those stores write is within the bytes that are copied. These are
 *     known before the nest, and the program comes to their ends itself: all are the object's.
 * Where an access takes its index from memory, they are all of a block that the function has made.
 */
#include "overlap.h"

enum { MAX_USERS = 64, MAX_OVERWRITES = 16, MAX_BETWEEN = 4096 };

/* A condition of the forward sweep, known before a nest, under which part of the nest runs. */
typedef struct {
  LLVMValueRef value;
  bool negated;
} Condition;
typedef ARRAY(Condition) ConditionArray;

static bool is_number(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(type));
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

const MirroredLoad *mirror_of(const Plan *plan, LLVMValueRef load) {
  return map_get(plan->mirrored, load);
}

double mirror_price(const Plan *plan, LLVMValueRef load) {
  enum { OF_SHUFFLES = 3 };
  if (!mirror_of(plan, load))
    return 0;
  const Sweep *sweep = plan->sweep;
  LLVMValueRef primal = map_get(sweep->origin, load);
  BridgeLoopRef loop = bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(primal));
  uint64_t step = bridge_smallest_step(sweep->analyses, access_pointer(primal), loop);
  return step == 0 || step == access_bytes(primal) || step == UINT64_MAX ? 0 : OF_SHUFFLES;
}

void mirror_inputs(const Plan *plan, LLVMValueRef load, ValueArray *inputs) {
  const MirroredLoad *mirrored = mirror_of(plan, load);
  for (size_t i = 0; mirrored && i < mirrored->overwrites.count; i++) {
    const Overwrite *overwrite = mirrored->overwrites.items[i];
    ARRAY_PUSH(plan->sweep->arena, *inputs, overwrite->old);
    ARRAY_PUSH(plan->sweep->arena, *inputs, LLVMGetOperand(overwrite->store, 1));
  }
}

/* ---- what comes between ---- */

/* The points at which the reverse sweep asks for the load or may compute something from it; false
 * if they are not known, or if an address comes from it. */
static bool collect_points(const Plan *plan, LLVMValueRef load, ValueArray *points) {
  const Sweep *sweep = plan->sweep;
  Map *reached = map_create(sweep->arena);
  ValueArray work = {0};
  map_set(reached, load, load);
  ARRAY_PUSH(sweep->arena, work, load);
  while (work.count) {
    LLVMValueRef value = work.items[--work.count];
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!LLVMIsAInstruction(user) || map_has(reached, user) ||
          map_has(sweep->reverse_blocks, LLVMGetInstructionParent(user)) ||
          LLVMIsATerminatorInst(user) || !remat_is_recomputable(sweep, user))
        continue;
      if (LLVMGetTypeKind(type_scalar(LLVMTypeOf(user))) == LLVMPointerTypeKind ||
          map_count(reached) == MAX_USERS)
        return false;
      map_set(reached, user, user);
      ARRAY_PUSH(sweep->arena, work, user);
    }
    inverse_users(plan, value, reached, &work);
  }
  for (size_t i = 0; i < sweep->fetches.count; i++) {
    const Fetch *fetch = &sweep->fetches.items[i];
    if (!fetch->placeholder || !map_has(reached, fetch->value))
      continue;
    if (!fetch->point)
      return false;
    ARRAY_PUSH(sweep->arena, *points, fetch->point);
  }
  return true;
}

/* ---- what is copied ---- */

/* What all addresses of a nest's accesses to the object are offsets from, where that is known
 * before the nest: a pointer that walks is none. */
static LLVMValueRef base_of(const Sweep *sweep, LLVMValueRef access) {
  LLVMValueRef base = bridge_pointer_base(sweep->analyses, access_pointer(access));
  if (base && LLVMIsAInstruction(base) &&
      bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(base)))
    return NULL;
  return base;
}

static Mirror *mirror_get(Plan *plan, SweepLoop *nest, LLVMValueRef object) {
  for (size_t i = 0; i < plan->mirrors.count; i++)
    if (plan->mirrors.items[i]->nest == nest && plan->mirrors.items[i]->object == object)
      return plan->mirrors.items[i];
  Mirror *mirror = ARENA_NEW(plan->sweep->arena, Mirror);
  mirror->nest = nest;
  mirror->object = object;
  ARRAY_PUSH(plan->sweep->arena, plan->mirrors, mirror);
  return mirror;
}

/* What an access comes to: a range in the object, or all of it. */
static const Range *range_of(Nest *nest, LLVMValueRef access) {
  const Range *range = overlap_range(&nest->site, access);
  LLVMValueRef object = range->low ? NULL : base_of(nest->site.sweep, access);
  return object ? extent_of(&nest->site, object) : range;
}

static bool leaves_behind(LLVMBasicBlockRef block, const Sweep *sweep, const SweepLoop *loop) {
  enum { MAX_EXITS = 8 };
  LLVMBasicBlockRef exiting[MAX_EXITS];
  size_t count = bridge_loop_exiting_blocks(loop->primal, exiting, MAX_EXITS);
  for (size_t i = 0; i < count && i < MAX_EXITS; i++)
    if (!bridge_block_dominates(sweep->analyses, block, exiting[i]))
      return false;
  return count > 0 && count <= MAX_EXITS;
}

static bool post_dominates(const Sweep *sweep, LLVMBasicBlockRef later, LLVMBasicBlockRef block) {
  while (block && block != later)
    block = bridge_immediate_post_dominator(sweep->analyses, block);
  return block != NULL;
}

/* Does every iteration of the loop come to the block before it ends, at least under a condition (as
 * the test for zero iterations that loop rotation leaves) that is known before the nest? */
static bool runs_always(const Sweep *sweep, LLVMBasicBlockRef block, const SweepLoop *loop,
                        ConditionArray *conditions) {
  if (leaves_behind(block, sweep, loop))
    return true;
  LLVMBasicBlockRef entry = block, owner = NULL;
  while ((owner = bridge_immediate_dominator(sweep->analyses, entry)) &&
         bridge_loop_contains(loop->primal, owner) && !leaves_behind(owner, sweep, loop))
    entry = owner;
  if (!owner || !bridge_loop_contains(loop->primal, owner) || !block_has_one_predecessor(entry) ||
      !post_dominates(sweep, block, entry))
    return false;
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(owner);
  if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
    return false;
  LLVMValueRef primal = LLVMGetCondition(branch), condition = map_get(sweep->clone, primal);
  if (!condition)
    condition = primal;
  if (LLVMIsAInstruction(condition) && sweep_loop_of(sweep, condition))
    return false;
  Condition found = {condition, LLVMGetSuccessor(branch, 1) == entry};
  ARRAY_PUSH(sweep->arena, *conditions, found);
  return LLVMGetSuccessor(branch, found.negated) == entry;
}

/* Is the nest left only after the access has come to both ends of its range, if the conditions
 * hold? */
static bool is_attained(const Sweep *sweep, LLVMValueRef access, const SweepLoop *nest,
                        ConditionArray *conditions) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(access);
  const SweepLoop *loop = map_get(
      sweep->loop_of, LLVMValueAsBasicBlock(map_get(sweep->clone, LLVMBasicBlockAsValue(block))));
  for (; loop; loop = loop->parent) {
    if (!runs_always(sweep, block, loop, conditions))
      return false;
    block = bridge_loop_preheader(loop->primal);
  }
  return bridge_range_is_attained(sweep->analyses, access_pointer(access), nest->primal);
}

/* Adds the ends of what an access comes to, which is_covered. */
static void cover(Nest *nest, Ends *ends, LLVMValueRef access) {
  LLVMBuilderRef b = nest->site.builder;
  Range more = *range_of(nest, access);
  LLVMTypeRef pointer = LLVMTypeOf(more.low);
  LLVMValueRef end =
      LLVMConstIntToPtr(LLVMConstAllOnes(LLVMTypeOf(nest->site.nest->counter)), pointer);
  ConditionArray conditions = {0};
  if (overlap_range(&nest->site, access)->low)
    is_attained(nest->site.sweep, access, nest->site.nest, &conditions);
  for (size_t i = 0; i < conditions.count; i++) {
    LLVMValueRef runs = conditions.items[i].value;
    if (conditions.items[i].negated)
      runs = LLVMBuildNot(b, runs, "");
    more.low = LLVMBuildSelect(b, runs, more.low, end, "");
    more.high = LLVMBuildSelect(b, runs, more.high, LLVMConstNull(pointer), "");
  }
  ends_add(ends, nest->site.sweep, access, &more);
}

/* Is the range worth copying? A column of a matrix lies in as many bytes as all of it. */
static bool is_dense(const Nest *nest, LLVMValueRef access) {
  enum { CACHE_LINE = 64 };
  return bridge_smallest_step(nest->site.sweep->analyses, access_pointer(access),
                              nest->site.nest->primal) <= CACHE_LINE;
}

/* Does each iteration of the innermost loop come to a place of its own? Where all come to one, the
 * mirror would make them wait for one another, which values on the tape do not. */
static bool moves(const Sweep *sweep, LLVMValueRef access) {
  BridgeLoopRef loop = bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(access));
  return loop && bridge_smallest_step(sweep->analyses, access_pointer(access), loop) > 0;
}

static bool is_covered(Nest *nest, LLVMValueRef access) {
  if (!overlap_range(&nest->site, access)->low)
    return range_of(nest, access)->low;
  return is_dense(nest, access) &&
         is_attained(nest->site.sweep, access, nest->site.nest, &(ConditionArray){0});
}

static void measure(Nest *nest, Mirror *mirror) {
  if (mirror->is_measured)
    return;
  mirror->is_measured = true;
  const Sweep *sweep = nest->site.sweep;
  Ends ends = {0};
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef access = sweep->accesses.items[i];
    if ((LLVMIsALoadInst(access) || LLVMIsAStoreInst(access)) &&
        bridge_loop_contains(nest->site.nest->primal, LLVMGetInstructionParent(access)) &&
        base_of(sweep, access) == mirror->object && is_covered(nest, access))
      cover(nest, &ends, access);
  }
  mirror->copied.low = ends_choice(&ends, nest->site.builder, LOWEST);
  mirror->copied.high = ends_choice(&ends, nest->site.builder, HIGHEST);
}

/* Of an access that may not come to the ends of what is known to be its range, or that range is
 * wider: does it leave what is certain to be memory of the object? */
static const OverlapTest *leaves(Nest *nest, LLVMValueRef access, const Range *certain) {
  LLVMBuilderRef b = nest->site.builder;
  const Range *range = overlap_range(&nest->site, access);
  OverlapTest *test = ARENA_NEW(nest->site.sweep->arena, OverlapTest);
  test->again =
      LLVMBuildOr(b, LLVMBuildICmp(b, LLVMIntULT, range->low, certain->low, ""),
                  LLVMBuildICmp(b, LLVMIntUGT, range->high, certain->high, ""), "outside");
  return test;
}

/* The comparisons without which the accesses may leave what is copied; false if there is no
 * telling. */
static bool test_covers(Plan *plan, Nest *nest, LLVMValueRef load, const ValueArray *stores,
                        Map *tests) {
  ValueArray wide = {0};
  for (size_t i = 0; i <= stores->count; i++) {
    LLVMValueRef access = i < stores->count ? stores->items[i] : load;
    if (!range_of(nest, access)->low)
      return false;
    if (!is_covered(nest, access))
      ARRAY_PUSH(plan->sweep->arena, wide, access);
  }
  if (wide.count == 0)
    return true;
  Mirror *mirror = mirror_get(plan, nest->site.nest, base_of(plan->sweep, load));
  measure(nest, mirror);
  if (!mirror->copied.low)
    return false;
  for (size_t i = 0; i < wide.count; i++)
    map_set(tests, leaves(nest, wide.items[i], &mirror->copied), nest);
  return true;
}

/* ---- which loads ---- */

/* Loads what a store overwrites, so that it can be kept. */
static Overwrite *overwrite_get(Plan *plan, Mirror *mirror, LLVMValueRef primal_store) {
  Overwrite *overwrite = map_get(plan->overwrites, primal_store);
  if (overwrite)
    return overwrite;
  const Sweep *sweep = plan->sweep;
  LLVMValueRef store = map_get(sweep->clone, primal_store);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
  LLVMPositionBuilderBefore(builder, store);
  LLVMValueRef old = LLVMBuildLoad2(builder, type, LLVMGetOperand(store, 1), "overwritten");
  LLVMSetAlignment(old, LLVMGetAlignment(store));
  LLVMInstructionSetDebugLoc(old, LLVMInstructionGetDebugLoc(store));
  LLVMDisposeBuilder(builder);
  overwrite = ARENA_NEW(sweep->arena, Overwrite);
  *overwrite = (Overwrite){.mirror = mirror, .store = store, .old = old};
  map_set(plan->overwrites, primal_store, overwrite);
  map_set(plan->old, old, overwrite);
  return overwrite;
}

/* What may write in the nest to where the load read: stores to be undone, and tests that find the
 * others apart; false if there is something else. */
static bool collect_overwrites(const Plan *plan, Nest *nest, LLVMValueRef load, ValueArray *stores,
                               Map *tests) {
  const Sweep *sweep = plan->sweep;
  LLVMValueRef object = base_of(sweep, load);
  if (!object)
    return false;
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef writer = sweep->accesses.items[i];
    if (!bridge_loop_contains(nest->site.nest->primal, LLVMGetInstructionParent(writer)) ||
        !remat_may_write(sweep, writer, load))
      continue;
    if (!overlap_is_write(writer))
      return false;
    const OverlapTest *test = region_test(nest, load, writer);
    if (test) {
      map_set(tests, test, nest);
      continue;
    }
    if (!LLVMIsAStoreInst(writer))
      return false;
    LLVMValueRef clone = map_get(sweep->clone, writer);
    if (base_of(sweep, writer) != object || !clone || !LLVMIsAStoreInst(clone) ||
        !access_is_plain(writer) || !is_number(LLVMTypeOf(LLVMGetOperand(writer, 0))) ||
        !map_has(plan->undone, writer) || !moves(sweep, writer) || stores->count == MAX_OVERWRITES)
      return false;
    ARRAY_PUSH(sweep->arena, *stores, writer);
  }
  return true;
}

/* Do more loops read a value of their own, as far as the tape knows, than move on to other places?
 * Each would be kept many times; the copy has it once. */
static bool is_read_repeatedly(const Sweep *sweep, LLVMValueRef load, LLVMValueRef primal,
                               const SweepLoop *nest) {
  size_t varying = 0;
  for (const SweepLoop *loop = sweep_loop_of(sweep, load); loop; loop = loop->parent)
    varying += plan_varies(sweep, load, loop);
  return varying > bridge_count_steps(sweep->analyses, access_pointer(primal), nest->primal);
}

/* Does the innermost loop go through the object element by element, and read it at another place,
 * too, as stencils do? Each would be kept; the copy has both. */
static bool is_read_beside(const Sweep *sweep, LLVMValueRef primal) {
  BridgeLoopRef loop = bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(primal));
  if (bridge_smallest_step(sweep->analyses, access_pointer(primal), loop) != access_bytes(primal))
    return false;
  LLVMValueRef base = base_of(sweep, primal);
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef other = sweep->accesses.items[i];
    if (other != primal && LLVMIsALoadInst(other) && LLVMTypeOf(other) == LLVMTypeOf(primal) &&
        bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(other)) == loop &&
        base_of(sweep, other) == base &&
        bridge_smallest_step(sweep->analyses, access_pointer(other), loop) == access_bytes(other))
      return true;
  }
  return false;
}

static bool may_be_mirrored(Plan *plan, Nest *nest, LLVMValueRef load, LLVMValueRef primal,
                            ValueArray *stores, Map *tests) {
  const Sweep *sweep = plan->sweep;
  ValueArray points = {0};
  if (!moves(sweep, primal) || !range_of(nest, primal)->low ||
      !collect_overwrites(plan, nest, primal, stores, tests) ||
      (stores->count == 0 && !is_read_repeatedly(sweep, load, primal, nest->site.nest) &&
       !is_read_beside(sweep, primal)) ||
      !collect_points(plan, load, &points) || points.count * stores->count > MAX_BETWEEN)
    return false;
  for (size_t i = 0; i < stores->count; i++)
    for (size_t k = 0; k < points.count; k++)
      if (plan_may_come_between(sweep->arena, primal, stores->items[i], points.items[k]))
        return false;
  return test_covers(plan, nest, primal, stores, tests) &&
         (map_count(tests) == 0 || sweep_loop_of(sweep, load)->count);
}

bool mirror_offer(Plan *plan, LLVMValueRef load) {
  const Sweep *sweep = plan->sweep;
  LLVMValueRef primal = map_get(sweep->origin, load);
  SweepLoop *outermost = sweep_loop_of(sweep, load);
  if (!outermost || !primal || !LLVMIsALoadInst(primal) || map_has(sweep->is_shadow, load) ||
      !access_is_plain(load) || !is_number(LLVMTypeOf(load)))
    return false;
  while (outermost->parent)
    outermost = outermost->parent;
  Nest *nest = region_open(plan, outermost);
  ValueArray stores = {0};
  Map *tests = map_create(sweep->arena);
  bool fine = may_be_mirrored(plan, nest, load, primal, &stores, tests);
  region_close(nest);
  if (!fine)
    return false;
  MirroredLoad *mirrored = ARENA_NEW(sweep->arena, MirroredLoad);
  mirrored->mirror = mirror_get(plan, outermost, base_of(sweep, primal));
  for (size_t i = 0; i < stores.count; i++)
    ARRAY_PUSH(sweep->arena, mirrored->overwrites,
               overwrite_get(plan, mirrored->mirror, stores.items[i]));
  map_set(plan->mirrored, load, mirrored);
  if (map_count(tests)) {
    map_set(plan->guard, load, nest->flag);
    map_set(plan->overlap, load, tests);
  }
  return true;
}

/* ---- once the plan is made ---- */

static void use(Plan *plan, Mirror *mirror) {
  Nest *nest = region_open(plan, mirror->nest);
  measure(nest, mirror);
  mirror->is_used = true;
  region_close(nest);
}

static bool is_covered_in(Plan *plan, const Mirror *mirror, LLVMValueRef primal_access) {
  Nest *nest = region_open(plan, mirror->nest);
  bool covered = is_covered(nest, primal_access);
  region_close(nest);
  return covered;
}

void mirror_finish(Plan *plan) {
  const void *key;
  for (size_t i = 0; i < map_count(plan->mirrored); i++) {
    MirroredLoad *mirrored = map_entry(plan->mirrored, i, &key);
    if (!mirrored || !map_has(plan->reloaded, key))
      continue;
    if (!mirrored->mirror->is_used)
      use(plan, mirrored->mirror);
    for (size_t k = 0; k < mirrored->overwrites.count; k++)
      mirrored->overwrites.items[k]->is_undone = true;
  }
  /* All loads that rest on a store which may leave what is copied are under the nest's flag. */
  for (size_t i = 0; i < map_count(plan->overwrites); i++) {
    Overwrite *overwrite = map_entry(plan->overwrites, i, &key);
    if (overwrite->is_undone && !is_covered_in(plan, overwrite->mirror, (LLVMValueRef)key)) {
      Nest *nest = map_get(plan->nests, overwrite->mirror->nest);
      overwrite->guard = nest->flag;
    }
  }
}
