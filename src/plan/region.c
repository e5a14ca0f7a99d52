/* Guarded reload. That memory keeps its content until the reverse sweep often cannot be proved,
 * only because pointers might overlap. Then it is decided at run time, once per loop nest: before
 * the nest, the byte ranges that its loads read and that anything from there on may write are
 * compared. Where none overlap, the reverse sweep reloads; where some do, the nest's loads are
 * taped. The comparison is one flag per nest, on which LLVM makes two versions of the loops. */
#include "plan.h"

enum { MAX_WRITERS = 24 };

typedef struct {
  const Sweep *sweep;
  SweepLoop *nest;        /* outermost loop around the load */
  LLVMValueRef at;        /* primal: the end of the nest's preheader */
  LLVMBuilderRef builder; /* forward sweep: the same place */
  ValueArray copied;      /* what ScalarEvolution expanded in the primal, copied to that place */
} Region;

/* The forward-sweep copy of a primal value that ScalarEvolution has just expanded. */
static LLVMValueRef transplant(Region *region, LLVMValueRef value) {
  if (LLVMIsAConstant(value))
    return value;
  LLVMValueRef known = map_get(region->sweep->clone, value);
  if (known)
    return known;
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) == LLVMPHI)
    return NULL;
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (int i = 0; i < LLVMGetNumOperands(value); i++) {
    LLVMValueRef operand = transplant(region, LLVMGetOperand(value, (unsigned)i));
    if (!operand) {
      LLVMDeleteInstruction(copy);
      return NULL;
    }
    LLVMSetOperand(copy, (unsigned)i, operand);
  }
  LLVMInstructionSetDebugLoc(copy, NULL); /* a place in the primal is none in its derivative */
  LLVMInsertIntoBuilder(region->builder, copy);
  map_set(region->sweep->clone, value, copy);
  ARRAY_PUSH(region->sweep->arena, region->copied, value);
  return copy;
}

/* ScalarEvolution may have put its code further up than this nest; the copies are here only. */
static void forget_copies(Region *region) {
  for (size_t i = 0; i < region->copied.count; i++)
    map_set(region->sweep->clone, region->copied.items[i], NULL);
  LLVMDisposeBuilder(region->builder);
}

typedef struct {
  LLVMValueRef low, high; /* forward sweep */
} Range;

static bool expand(Region *region, LLVMValueRef pointer, LLVMTypeRef type, BridgeLoopRef nest,
                   Range *range) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(region->sweep->function));
  LLVMValueRef low, high;
  if (!bridge_expand_range(region->sweep->analyses, pointer, LLVMStoreSizeOfType(layout, type),
                           nest, region->at, &low, &high))
    return false;
  range->low = transplant(region, low);
  range->high = transplant(region, high);
  return range->low && range->high;
}

static BridgeLoopRef outermost(BridgeAnalysesRef analyses, LLVMValueRef instruction) {
  BridgeLoopRef loop = bridge_loop_of(analyses, LLVMGetInstructionParent(instruction));
  while (loop && bridge_loop_parent(loop))
    loop = bridge_loop_parent(loop);
  return loop;
}

/* Stores that may overwrite what the load read, before the reverse sweep reads it again; false if
 * something else may. */
static bool collect_writers(const Sweep *sweep, LLVMValueRef load, ValueArray *writers) {
  FOR_EACH_BLOCK (block, sweep->primal)
    FOR_EACH_INSTRUCTION (writer, block) {
      if (!bridge_may_write_memory(writer) || !bridge_may_write(sweep->analyses, writer, load) ||
          !bridge_may_reach(sweep->analyses, load, writer))
        continue;
      if (LLVMGetInstructionOpcode(writer) != LLVMStore || writers->count >= MAX_WRITERS)
        return false;
      ARRAY_PUSH(sweep->arena, *writers, writer);
    }
  return true;
}

static LLVMValueRef overlaps(LLVMBuilderRef builder, Range a, Range b) {
  LLVMValueRef before = LLVMBuildICmp(builder, LLVMIntULT, a.low, b.high, "");
  LLVMValueRef behind = LLVMBuildICmp(builder, LLVMIntULT, b.low, a.high, "");
  return LLVMBuildAnd(builder, before, behind, "overlap");
}

/* The outermost loop around a load, if the load's own loop is counted: the records of one that is
 * not are kept whatever the flag says. */
static SweepLoop *nest_of(const Sweep *sweep, LLVMValueRef forward_load) {
  SweepLoop *loop = sweep_loop_of(sweep, forward_load);
  if (!loop || !loop->count)
    return NULL;
  while (loop->parent)
    loop = loop->parent;
  return loop;
}

static LLVMValueRef flag_of_nest(Plan *plan, SweepLoop *nest) {
  LLVMValueRef flag = map_get(plan->guard_of_nest, nest);
  if (flag)
    return flag;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(nest->counter));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(nest->preheader));
  /* Stands for the disjunction of all comparisons until they are all known. */
  flag = LLVMBuildFreeze(builder, LLVMGetPoison(LLVMInt1TypeInContext(context)), "overwritten");
  LLVMDisposeBuilder(builder);
  map_set(plan->guard_of_nest, nest, flag);
  map_set(plan->overlap_of_nest, nest, LLVMConstInt(LLVMInt1TypeInContext(context), 0, false));
  return flag;
}

LLVMValueRef region_guard(Plan *plan, LLVMValueRef load) {
  const Sweep *sweep = plan->sweep;
  LLVMValueRef primal = map_get(sweep->origin, load);
  SweepLoop *nest = nest_of(sweep, load);
  if (sweep->split || !nest || !primal || LLVMGetInstructionOpcode(primal) != LLVMLoad ||
      map_has(sweep->is_shadow, load) || LLVMGetVolatile(load) ||
      LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
    return NULL;
  ValueArray writers = {0};
  if (!collect_writers(sweep, primal, &writers))
    return NULL;
  Region region = {sweep,
                   nest,
                   LLVMGetBasicBlockTerminator(bridge_loop_preheader(nest->primal)),
                   LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(load))),
                   {0}};
  LLVMPositionBuilderBefore(region.builder, LLVMGetBasicBlockTerminator(nest->preheader));
  Range read;
  LLVMValueRef any = NULL;
  bool fine = expand(&region, LLVMGetOperand(primal, 0), LLVMTypeOf(primal), nest->primal, &read);
  for (size_t i = 0; i < writers.count && fine; i++) {
    LLVMValueRef writer = writers.items[i];
    BridgeLoopRef loop = outermost(sweep->analyses, writer);
    Range written;
    /* What is overwritten where it lies does overlap: no flag is needed to know that. */
    fine = !bridge_ranges_start_near(sweep->analyses, LLVMGetOperand(primal, 0), nest->primal,
                                     LLVMGetOperand(writer, 1), loop) &&
           expand(&region, LLVMGetOperand(writer, 1), LLVMTypeOf(LLVMGetOperand(writer, 0)), loop,
                  &written);
    if (!fine)
      break;
    LLVMValueRef overlap = overlaps(region.builder, read, written);
    any = any ? LLVMBuildOr(region.builder, any, overlap, "") : overlap;
  }
  LLVMValueRef flag = NULL;
  if (fine && any) {
    flag = flag_of_nest(plan, nest);
    LLVMValueRef before = map_get(plan->overlap_of_nest, nest);
    /* The stand-in was built first; what it stands for must come before it. */
    LLVMPositionBuilderBefore(region.builder, LLVMGetBasicBlockTerminator(nest->preheader));
    map_set(plan->overlap_of_nest, nest, LLVMBuildOr(region.builder, before, any, ""));
  }
  forget_copies(&region);
  return flag;
}

void region_finish(Plan *plan) {
  for (size_t i = 0; i < map_count(plan->guard_of_nest); i++) {
    const void *nest;
    LLVMValueRef flag = map_entry(plan->guard_of_nest, i, &nest);
    LLVMValueRef overlap = map_get(plan->overlap_of_nest, nest);
    LLVMBasicBlockRef preheader = LLVMGetInstructionParent(flag);
    LLVMInstructionRemoveFromParent(flag);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(flag)));
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(preheader));
    LLVMInsertIntoBuilder(builder, flag);
    LLVMSetOperand(flag, 0, overlap);
    LLVMDisposeBuilder(builder);
  }
}
