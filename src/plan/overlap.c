/* The condition, before a loop nest, under which a store overwrites what a load read, before the
 * reverse sweep reads it again. First the byte ranges that both cover are compared. Where they
 * meet because both walk one array, as when one loop of a layer writes what the next one reads, it
 * still holds that nothing is overwritten if each iteration of the loops around both writes before
 * it reads and no iteration comes to the place of another:
 *
 *   an access lies at sum(iteration * step) + a place in [low, high), and two iterations keep apart
 *   if, from the smallest step to the largest, high - low plus what the loops of smaller steps add
 *   is no more than the next step. */
#include "overlap.h"

enum { MAX_LOOPS = 4 };

static LLVMTypeRef i64_of(OverlapSite *site) {
  return LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(site->sweep->function)));
}

/* The forward-sweep copy of a primal value that ScalarEvolution has just expanded. */
static LLVMValueRef transplant(OverlapSite *site, LLVMValueRef value) {
  if (LLVMIsAConstant(value))
    return value;
  LLVMValueRef known = map_get(site->sweep->clone, value);
  if (known)
    return known;
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) == LLVMPHI)
    return NULL;
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (int i = 0; i < LLVMGetNumOperands(value); i++) {
    LLVMValueRef operand = transplant(site, LLVMGetOperand(value, (unsigned)i));
    if (!operand) {
      LLVMDeleteInstruction(copy);
      return NULL;
    }
    LLVMSetOperand(copy, (unsigned)i, operand);
  }
  LLVMInstructionSetDebugLoc(copy, NULL); /* a place in the primal is none in its derivative */
  LLVMInsertIntoBuilder(site->builder, copy);
  map_set(site->sweep->clone, value, copy);
  CopiedValue copied = {value, copy};
  if (!site->is_above) /* what stands before all nests serves each of them */
    ARRAY_PUSH(site->sweep->arena, site->copied, copied);
  return copy;
}

void overlap_recall_copies(OverlapSite *site) {
  for (size_t i = 0; i < site->copied.count; i++)
    map_set(site->sweep->clone, site->copied.items[i].value, site->copied.items[i].copy);
}

void overlap_forget_copies(OverlapSite *site) {
  for (size_t i = 0; i < site->copied.count; i++)
    map_set(site->sweep->clone, site->copied.items[i].value, NULL);
}

bool overlap_is_write(LLVMValueRef instruction) {
  return LLVMGetInstructionOpcode(instruction) == LLVMStore || bridge_is_block_write(instruction);
}

static LLVMValueRef place_of(LLVMValueRef access) {
  return bridge_is_block_write(access) ? LLVMGetOperand(access, 0) : access_pointer(access);
}

static BridgeLoopRef outermost(BridgeAnalysesRef analyses, LLVMValueRef instruction) {
  BridgeLoopRef loop = bridge_loop_of(analyses, LLVMGetInstructionParent(instruction));
  while (loop && bridge_loop_parent(loop))
    loop = bridge_loop_parent(loop);
  return loop;
}

/* A range that is known from before a nest further up; or NULL. A function of many nests would
 * otherwise compute, before each of them, what all behind it write. */
static const Range *known_before(const OverlapSite *site, const Map *known, LLVMValueRef key) {
  const KnownRanges *ranges = map_get(known, key);
  for (size_t i = 0; ranges && i < ranges->all.count; i++)
    if (bridge_dominates(site->sweep->analyses, ranges->all.items[i].at, site->at))
      return ranges->all.items[i].range;
  return NULL;
}

static void remember(const OverlapSite *site, LLVMValueRef at, Map *known, LLVMValueRef key,
                     const Range *range) {
  KnownRanges *ranges = map_get(known, key);
  if (!ranges) {
    ranges = ARENA_NEW(site->sweep->arena, KnownRanges);
    map_set(known, key, ranges);
  }
  KnownRange one = {at, range};
  ARRAY_PUSH(site->sweep->arena, ranges->all, one);
}

/* Forward sweep: what an inspector has found, beside the copy of that, for all that ask. */
static LLVMValueRef inspected_end(OverlapSite *site, LLVMValueRef base, LLVMValueRef offset) {
  LLVMValueRef known = map_get(site->plan->inspected_ends, offset);
  if (known)
    return known;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(base));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMValueRef copy = map_get(site->sweep->clone, offset);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(copy));
  known = LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), base, &copy, 1, "");
  LLVMDisposeBuilder(builder);
  map_set(site->plan->inspected_ends, offset, known);
  return known;
}

/* What the access takes from memory decides where it goes: has an inspector looked by then? */
static bool find_inspected(OverlapSite *site, LLVMValueRef access, LLVMValueRef at, Range *range) {
  const Sweep *sweep = site->sweep;
  const InspectedRange *found = sweep->inspected ? map_get(sweep->inspected, access) : NULL;
  if (!found || !bridge_dominates(sweep->analyses, found->high, at) ||
      !map_get(sweep->clone, found->high))
    return false;
  LLVMValueRef base =
      LLVMIsAConstant(found->base) ? found->base : map_get(sweep->clone, found->base);
  if (!base)
    return false;
  *range = (Range){.low = inspected_end(site, base, found->low),
                   .high = inspected_end(site, base, found->high),
                   .block = LLVMGetInsertBlock(site->builder)};
  return true;
}

/* Expands what an access covers, at the site or before all nests. */
static bool expand_range(OverlapSite *site, LLVMValueRef access, LLVMValueRef at, Range *range) {
  LLVMValueRef low, high;
  BridgeAnalysesRef analyses = site->sweep->analyses;
  if (!bridge_expand_cover(analyses, access, outermost(analyses, access), at, &low, &high))
    return find_inspected(site, access, at, range);
  range->low = transplant(site, low);
  range->high = transplant(site, high);
  range->primal_low = low;
  range->primal_high = high;
  range->block = LLVMGetInsertBlock(site->builder);
  if (!range->high)
    range->low = NULL;
  return range->low;
}

/* Forward sweep: the block before all nests. */
static LLVMBasicBlockRef block_above(const OverlapSite *site) {
  LLVMBasicBlockRef primal = LLVMGetInstructionParent(site->plan->before_nests);
  return LLVMValueAsBasicBlock(map_get(site->sweep->clone, LLVMBasicBlockAsValue(primal)));
}

/* Goes on building before all nests: what is built there serves each of them. Returns the builder
 * of the site. */
static LLVMBuilderRef move_up(OverlapSite *site) {
  LLVMBuilderRef of_site = site->builder;
  overlap_forget_copies(site); /* they stand further down */
  site->builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(site->sweep->function)));
  LLVMPositionBuilderBefore(site->builder, LLVMGetBasicBlockTerminator(block_above(site)));
  site->is_above = true;
  return of_site;
}

static void move_back(OverlapSite *site, LLVMBuilderRef builder) {
  LLVMDisposeBuilder(site->builder);
  site->builder = builder;
  site->is_above = false;
  overlap_recall_copies(site);
}

/* The same for all accesses that cover the same. */
static const Range *known_alike(const OverlapSite *site, const Range *range) {
  Map *by_start = site->plan->ranges_by_start;
  for (const Range *other = map_get(by_start, range->low); other; other = other->of_same_start)
    if (other->high == range->high && other->block == range->block)
      return other;
  Range *first = ARENA_NEW(site->sweep->arena, Range);
  *first = *range;
  first->of_same_start = map_get(by_start, range->low);
  map_set(by_start, range->low, first);
  return first;
}

/* What an access covers over its whole nest. */
const Range *overlap_range(OverlapSite *site, LLVMValueRef access) {
  const Range *known = map_get(site->ranges, access);
  if (!known && (known = known_before(site, site->plan->ranges_of_accesses, access)))
    map_set(site->ranges, access, (void *)known);
  if (known)
    return known;
  Range built = {0};
  LLVMValueRef above = site->plan->before_nests;
  if (above) {
    LLVMBuilderRef of_site = move_up(site);
    expand_range(site, access, above, &built);
    move_back(site, of_site);
  }
  if (!built.low) {
    above = site->at;
    expand_range(site, access, above, &built);
  }
  const Range *range = known_alike(site, &built);
  map_set(site->ranges, access, (void *)range);
  if (range->low)
    remember(site, above, site->plan->ranges_of_accesses, access, range);
  return range;
}

/* Of ranges, what else it takes, or both. */
static OverlapTest *new_test(OverlapSite *site, const Range *read, const Range *written,
                             LLVMValueRef again) {
  ByteRange from = {NULL, NULL}, to = {NULL, NULL};
  if (read) {
    from = (ByteRange){read->low, read->high};
    to = (ByteRange){written->low, written->high};
  }
  OverlapTest *test = ARENA_NEW(site->sweep->arena, OverlapTest);
  *test = (OverlapTest){.read = read,
                        .written = written,
                        .again = again,
                        .is_expected = expect_overlap(from, to, again)};
  return test;
}

/* What all loads of the nest read of an object, or all stores of the function write to it. */
static const Range *range_of_object(OverlapSite *site, LLVMValueRef object, bool written) {
  const Sweep *sweep = site->sweep;
  Map *of_site = written ? site->written_ranges : site->read_ranges;
  const Range *known = map_get(of_site, object);
  if (!known && written && (known = known_before(site, site->plan->ranges_of_objects, object)))
    map_set(of_site, object, (void *)known);
  if (known)
    return known;
  Range *all = ARENA_NEW(sweep->arena, Range);
  map_set(of_site, object, all);
  Ends ends = {0};
  bool all_above = site->plan->before_nests != NULL;
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef access = sweep->accesses.items[i];
    if (!(written ? overlap_is_write(access) : LLVMIsALoadInst(access) != NULL) ||
        (!written && outermost(sweep->analyses, access) != site->nest->primal) ||
        bridge_underlying_object(place_of(access)) != object)
      continue;
    const Range *part = overlap_range(site, access);
    if (!part->low)
      return all;
    all_above = all_above && part->block == block_above(site);
    ends_add(&ends, sweep, access, part);
  }
  LLVMBuilderRef of_site_builder = all_above ? move_up(site) : NULL, b = site->builder;
  all->low = ends_choice(&ends, b, LOWEST);
  all->high = ends_choice(&ends, b, HIGHEST);
  all->block = LLVMGetInsertBlock(b);
  if (all_above)
    move_back(site, of_site_builder);
  if (written && all->low)
    remember(site, all_above ? site->plan->before_nests : site->at, site->plan->ranges_of_objects,
             object, all);
  return all;
}

static Map *map_within(OverlapSite *site, Map *outer, const void *key) {
  Map *inner = map_get(outer, key);
  if (!inner)
    map_set(outer, key, inner = map_create(site->sweep->arena));
  return inner;
}

/* One for all accesses that cover the same. */
static const OverlapTest *test_of_ranges(OverlapSite *site, const Range *read, const Range *written,
                                         LLVMValueRef again, bool is_local) {
  Map *of_read = map_within(site, site->of_ranges, read);
  OverlapTest *test = again ? NULL : map_get(of_read, written);
  if (test && test->is_local == is_local)
    return test;
  test = new_test(site, read, written, again);
  test->is_local = is_local;
  if (!again)
    map_set(of_read, written, test);
  return test;
}

/* Accesses of different objects are compared object by object, so that a nest with many of both
 * asks no more than it has pointers. */
static const OverlapTest *objects_meet(OverlapSite *site, LLVMValueRef read, LLVMValueRef written) {
  Map *of_read = map_within(site, site->pairs, read);
  OverlapTest *test = map_get(of_read, written);
  if (test)
    return test;
  const Range *from = range_of_object(site, read, false);
  const Range *to = range_of_object(site, written, true);
  if (!from->low || !to->low)
    return NULL;
  test = new_test(site, from, to, NULL);
  test->is_local = bridge_is_identified_object(read) || bridge_is_identified_object(written);
  map_set(of_read, written, test);
  return test;
}

static BridgeLoopRef common_loop(BridgeAnalysesRef analyses, LLVMValueRef a, LLVMValueRef b) {
  BridgeLoopRef loop = bridge_loop_of(analyses, LLVMGetInstructionParent(a));
  while (loop && !bridge_loop_contains(loop, LLVMGetInstructionParent(b)))
    loop = bridge_loop_parent(loop);
  return loop;
}

/* Does one iteration of `loop`, the innermost around both, write before it reads? */
static bool is_written_first(OverlapSite *site, LLVMValueRef load, LLVMValueRef writer,
                             BridgeLoopRef loop) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(load), to = LLVMGetInstructionParent(writer);
  if (from == to)
    return writer == load || bridge_dominates(site->sweep->analyses, writer, load);
  Map *seen = map_create(site->sweep->arena);
  ARRAY(LLVMBasicBlockRef) work = {0};
  ARRAY_PUSH(site->sweep->arena, work, from);
  while (work.count) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(work.items[--work.count]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
      if (next == to)
        return false;
      if (next == bridge_loop_header(loop) || !bridge_loop_contains(loop, next) ||
          map_has(seen, next))
        continue;
      map_set(seen, next, next);
      ARRAY_PUSH(site->sweep->arena, work, next);
    }
  }
  return true;
}

typedef struct {
  LLVMValueRef steps[MAX_LOOPS], low, high;
} Walk;

static bool walk_of(OverlapSite *site, LLVMValueRef access, BridgeLoopRef inner, unsigned loops,
                    Walk *walk) {
  LLVMValueRef low, high, steps[MAX_LOOPS];
  if (!bridge_expand_steps(site->sweep->analyses, access_pointer(access), access_bytes(access),
                           inner, site->nest->primal, site->at, &low, &high, steps))
    return false;
  bool fine = (walk->low = transplant(site, low)) && (walk->high = transplant(site, high));
  for (unsigned i = 0; i < loops && fine; i++)
    fine = (walk->steps[i] = transplant(site, steps[i])) != NULL;
  return fine;
}

/* Orders loops by the sizes of their steps. */
static void sort_by_step(LLVMBuilderRef b, unsigned loops, LLVMValueRef *steps,
                         LLVMValueRef *counts) {
  for (unsigned end = loops; end > 1; end--)
    for (unsigned i = 0; i + 1 < end; i++) {
      LLVMValueRef ordered = LLVMBuildICmp(b, LLVMIntULE, steps[i], steps[i + 1], "");
      LLVMValueRef small = LLVMBuildSelect(b, ordered, steps[i], steps[i + 1], "");
      LLVMValueRef large = LLVMBuildSelect(b, ordered, steps[i + 1], steps[i], "");
      LLVMValueRef of_small = LLVMBuildSelect(b, ordered, counts[i], counts[i + 1], "");
      LLVMValueRef of_large = LLVMBuildSelect(b, ordered, counts[i + 1], counts[i], "");
      steps[i] = small, steps[i + 1] = large;
      counts[i] = of_small, counts[i + 1] = of_large;
    }
}

/* May an iteration of the loops from `inner` outwards come to the place of another? NULL: cannot be
 * told. */
static LLVMValueRef iterations_meet(OverlapSite *site, LLVMValueRef load, LLVMValueRef writer,
                                    BridgeLoopRef inner) {
  BridgeLoopRef chain[MAX_LOOPS];
  unsigned loops = 0;
  for (BridgeLoopRef loop = inner; loop; loop = bridge_loop_parent(loop)) {
    if (loops == MAX_LOOPS)
      return NULL;
    chain[loops++] = loop;
  }
  Walk read, written;
  if (!walk_of(site, load, inner, loops, &read) || !walk_of(site, writer, inner, loops, &written))
    return NULL;
  LLVMBuilderRef b = site->builder;
  LLVMTypeRef i64 = i64_of(site);
  LLVMValueRef zero = LLVMConstInt(i64, 0, false), meeting = NULL;
  LLVMValueRef steps[MAX_LOOPS], counts[MAX_LOOPS];
  for (unsigned i = 0; i < loops; i++) {
    LLVMValueRef count =
        bridge_expand_largest_count(site->sweep->analyses, chain[i], site->nest->primal, site->at);
    if (!count || !(counts[i] = transplant(site, count)))
      return NULL;
    LLVMValueRef differ = LLVMBuildICmp(b, LLVMIntNE, read.steps[i], written.steps[i], "");
    meeting = meeting ? LLVMBuildOr(b, meeting, differ, "") : differ;
    steps[i] = ends_choose(b, LLVMIntSGT, read.steps[i], LLVMBuildNeg(b, read.steps[i], ""));
  }
  sort_by_step(b, loops, steps, counts);
  LLVMValueRef low = ends_choose(b, LLVMIntULT, read.low, written.low);
  LLVMValueRef high = ends_choose(b, LLVMIntUGT, read.high, written.high);
  LLVMValueRef span = LLVMBuildSub(b, LLVMBuildPtrToInt(b, high, i64, ""),
                                   LLVMBuildPtrToInt(b, low, i64, ""), "span");
  for (unsigned i = 0; i < loops; i++) {
    LLVMValueRef repeats = LLVMBuildICmp(b, LLVMIntNE, counts[i], zero, "");
    LLVMValueRef reaches = LLVMBuildICmp(b, LLVMIntUGT, span, steps[i], "");
    meeting = LLVMBuildOr(b, meeting, LLVMBuildAnd(b, repeats, reaches, ""), "");
    span = LLVMBuildAdd(b, span, LLVMBuildMul(b, steps[i], counts[i], ""), "span");
  }
  return meeting;
}

/* May the writer come, later in the nest, to where the load read? NULL: cannot be told. In the
 * order of the loops it stays clear if, whatever the first of them whose iteration differs, all
 * that it writes from the next iteration on lies behind all that the load reads in this one. That
 * holds for factorisations in place, whose triangular loops read only what is finished. */
static LLVMValueRef is_caught_up(OverlapSite *site, LLVMValueRef load, LLVMValueRef writer,
                                 BridgeLoopRef inner, bool written_first, bool in_rows) {
  LLVMValueRef clear =
      bridge_expand_clearance(site->sweep->analyses, load, writer, inner, site->nest->primal,
                              !written_first, in_rows, site->at);
  clear = clear ? transplant(site, clear) : NULL;
  return clear ? LLVMBuildNot(site->builder, clear, "overlap") : NULL;
}

/* Of accesses to rows of one table, in one nest, of which no two are the same; NULL where there is
 * no telling. */
static const OverlapTest *rows_meet(OverlapSite *site, LLVMValueRef load, LLVMValueRef writer,
                                    LLVMValueRef read_row, LLVMValueRef written_row) {
  BridgeLoopRef common = common_loop(site->sweep->analyses, load, writer);
  BridgeLoopRef nest = site->nest->primal;
  if (!common || !plan_rows_apart(site->sweep, read_row, written_row, nest) ||
      !bridge_loop_contains(nest, LLVMGetInstructionParent(read_row)) ||
      !bridge_loop_contains(nest, LLVMGetInstructionParent(written_row)))
    return NULL;
  bool first = is_written_first(site, load, writer, common);
  LLVMValueRef again = is_caught_up(site, load, writer, common, first, true);
  return again ? new_test(site, NULL, NULL, again) : NULL;
}

const OverlapTest *overlap_test(OverlapSite *site, LLVMValueRef load, LLVMValueRef writer) {
  BridgeAnalysesRef analyses = site->sweep->analyses;
  LLVMValueRef from = access_pointer(load), to = place_of(writer);
  LLVMValueRef read_object = bridge_underlying_object(from);
  LLVMValueRef written_object = bridge_underlying_object(to);
  const OverlapTest *of_rows = rows_meet(site, load, writer, read_object, written_object);
  if (of_rows)
    return of_rows;
  bool one_object = read_object == written_object;
  const OverlapTest *of_objects =
      one_object || LLVMIsAStoreInst(load) ? NULL : objects_meet(site, read_object, written_object);
  if (of_objects)
    return of_objects;
  BridgeLoopRef common = one_object ? common_loop(analyses, load, writer) : NULL;
  LLVMValueRef again = NULL;
  if (common) {
    bool first = is_written_first(site, load, writer, common);
    again = is_caught_up(site, load, writer, common, first, false);
    LLVMValueRef meeting = first && LLVMIsAStoreInst(writer) && !(again && LLVMIsNull(again))
                               ? iterations_meet(site, load, writer, common)
                               : NULL;
    if (again && LLVMIsAConstantInt(again) && !meeting)
      return new_test(site, NULL, NULL, again);
    if (again && meeting)
      again = LLVMBuildAnd(site->builder, again, meeting, "overlap");
    else
      again = again ? again : meeting;
  }
  /* What is overwritten where it lies does overlap: no comparison is needed to know that. */
  if (!again && one_object &&
      bridge_ranges_start_near(analyses, from, site->nest->primal, to, outermost(analyses, writer)))
    return NULL;
  const Range *read = overlap_range(site, load), *written = overlap_range(site, writer);
  if (!read->low || !written->low)
    return NULL;
  return test_of_ranges(site, read, written, again,
                        bridge_is_identified_object(read_object) ||
                            bridge_is_identified_object(written_object));
}
