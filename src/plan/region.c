/* Guarded reload. That memory keeps its content until the reverse sweep often cannot be proved,
 * only because pointers might overlap. Then it is decided at run time, once per loop nest: before
 * the nest, what its loads read and what anything from there on may write are compared. Where none
 * overlap, the reverse sweep reloads; where some do, the nest's loads are taped. The comparison is
 * one flag per nest, on which emit/version.c makes two versions of the loops. */
#include "overlap.h"

enum { MAX_WRITERS = 256 };

/* Stores and moves of blocks that may overwrite what a load read, or a store left, before the
 * reverse sweep reads it again; false if something else may. */
static bool collect_writers(const Sweep *sweep, LLVMValueRef access, ValueArray *writers) {
  *writers = remat_writers(sweep, access);
  for (size_t i = 0; i < writers->count; i++)
    if (!overlap_is_write(writers->items[i]))
      return false;
  return writers->count <= MAX_WRITERS;
}

/* The outermost loop around a value, if the value's own loop is counted: the records of one that
 * is not are kept whatever the flag says. */
static SweepLoop *nest_of(const Sweep *sweep, LLVMValueRef value) {
  SweepLoop *loop = sweep_loop_of(sweep, value);
  if (!loop || !loop->count)
    return NULL;
  while (loop->parent)
    loop = loop->parent;
  return loop;
}

/* The end of the nearest block that every nest comes behind; NULL if there is none, or one nest. */
static LLVMValueRef find_before_nests(const Sweep *sweep) {
  LLVMBasicBlockRef common = NULL;
  size_t nests = 0;
  for (size_t i = 0; i < sweep->loops.count; i++) {
    const SweepLoop *loop = sweep->loops.items[i];
    LLVMBasicBlockRef preheader = loop->parent ? NULL : bridge_loop_preheader(loop->primal);
    if (!preheader)
      continue;
    common = common ? bridge_common_dominator(sweep->analyses, common, preheader) : preheader;
    nests++;
  }
  for (BridgeLoopRef loop; common && (loop = bridge_loop_of(sweep->analyses, common)) != NULL;)
    common = bridge_loop_preheader(loop);
  return nests > 1 && common ? LLVMGetBasicBlockTerminator(common) : NULL;
}

static Nest *nest_record(Plan *plan, SweepLoop *loop) {
  Nest *nest = map_get(plan->nests, loop);
  if (nest)
    return nest;
  const Sweep *sweep = plan->sweep;
  if (map_count(plan->nests) == 0)
    plan->before_nests = find_before_nests(sweep);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(loop->counter));
  nest = ARENA_NEW(sweep->arena, Nest);
  nest->site = (OverlapSite){
      .plan = plan,
      .sweep = sweep,
      .nest = loop,
      .at = LLVMGetBasicBlockTerminator(bridge_loop_preheader(loop->primal)),
      .ranges = map_create(sweep->arena),
      .read_ranges = map_create(sweep->arena),
      .written_ranges = map_create(sweep->arena),
      .extents = map_create(sweep->arena),
      .pairs = map_create(sweep->arena),
      .of_ranges = map_create(sweep->arena),
  };
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(loop->preheader));
  nest->flag =
      LLVMBuildFreeze(builder, LLVMGetPoison(LLVMInt1TypeInContext(context)), "overwritten");
  LLVMDisposeBuilder(builder);
  map_set(plan->nests, loop, nest);
  return nest;
}

Nest *region_open(Plan *plan, SweepLoop *loop) {
  Nest *nest = nest_record(plan, loop);
  nest->site.builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(loop->counter)));
  /* The stand-in for the flag was built first; what it stands for comes to stand before it. */
  LLVMPositionBuilderBefore(nest->site.builder, LLVMGetBasicBlockTerminator(loop->preheader));
  overlap_recall_copies(&nest->site);
  return nest;
}

void region_close(Nest *nest) {
  overlap_forget_copies(&nest->site);
  LLVMDisposeBuilder(nest->site.builder);
}

/* What is overwritten in every ordinary call is better taped at once: its test would only send the
 * other loads of the nest to the tape with it. */
const OverlapTest *region_test(Nest *nest, LLVMValueRef primal_access, LLVMValueRef writer) {
  const OverlapTest *test = overlap_test(&nest->site, primal_access, writer);
  return test && !test->is_expected ? test : NULL;
}

LLVMValueRef region_guard(Plan *plan, LLVMValueRef value, bool may_invert) {
  const Sweep *sweep = plan->sweep;
  LLVMValueRef access = plan_access(plan, value), primal = map_get(sweep->origin, access);
  SweepLoop *loop = nest_of(sweep, value);
  if (!loop || !primal || LLVMGetInstructionOpcode(primal) != LLVMGetInstructionOpcode(access) ||
      map_has(sweep->is_shadow, access) || !access_is_plain(access) || !remat_lasts(sweep, primal))
    return NULL;
  ValueArray writers = {0};
  if (!collect_writers(sweep, primal, &writers))
    return NULL;
  Nest *nest = region_open(plan, loop);
  Map *tests = map_create(sweep->arena);
  bool told = true;
  const Inverse *inverse = NULL;
  for (size_t i = 0; i < writers.count && told; i++) {
    const Inverse *found =
        may_invert && !inverse ? inverse_find(plan, value, primal, writers.items[i]) : NULL;
    inverse = found ? found : inverse;
    /* What took the value's place lies there as long as nothing comes there after that. */
    const OverlapTest *test =
        region_test(nest, found ? writers.items[i] : primal, writers.items[i]);
    told = test != NULL;
    if (told)
      map_set(tests, test, nest);
  }
  region_close(nest);
  if (!told)
    return NULL;
  map_set(plan->overlap, value, tests);
  map_set(plan->inverse, value, (void *)inverse);
  return nest->flag;
}

void region_finish(Plan *plan) {
  for (size_t i = 0; i < map_count(plan->nests); i++) {
    const void *loop;
    Nest *nest = map_entry(plan->nests, i, &loop);
    LLVMBasicBlockRef preheader = LLVMGetInstructionParent(nest->flag);
    LLVMInstructionRemoveFromParent(nest->flag);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(nest->flag)));
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(preheader));
    Map *asked = map_create(plan->sweep->arena);
    for (size_t k = 0; k < map_count(plan->overlap); k++) {
      const void *load, *test;
      Map *tests = map_entry(plan->overlap, k, &load);
      if (map_get(plan->guard, load) != nest->flag)
        continue;
      for (size_t t = 0; t < map_count(tests); t++) {
        map_entry(tests, t, &test);
        map_set(asked, test, nest);
      }
    }
    LLVMValueRef any = overlap_any(plan, builder, asked);
    /* Nothing overlaps, and that was known without asking: no frames for values never taped. */
    for (size_t k = 0; LLVMIsNull(any) && k < map_count(plan->guard); k++) {
      const void *load;
      if (map_entry(plan->guard, k, &load) == nest->flag)
        map_set(plan->guard, load, NULL);
    }
    LLVMInsertIntoBuilder(builder, nest->flag);
    LLVMSetOperand(nest->flag, 0, any);
    LLVMDisposeBuilder(builder);
  }
}
