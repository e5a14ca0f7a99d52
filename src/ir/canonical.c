/* The canonical form: requires simplified loops in LCSSA form and a single return (the pipeline's
 * passes do that); adds to every loop a counter and, where ScalarEvolution knows it before the
 * loop, the index of the last iteration. Changes no value that the program computes. */
#include "ir.h"

static LLVMValueRef add_counter(LLVMBuilderRef builder, LLVMContextRef context,
                                BridgeLoopRef loop) {
  LLVMBasicBlockRef header = bridge_loop_header(loop), latch = bridge_loop_latch(loop);
  LLVMBasicBlockRef preheader = bridge_loop_preheader(loop);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, LLVMGetFirstInstruction(header));
  LLVMValueRef counter = LLVMBuildPhi(builder, i64, "counter");
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(latch));
  LLVMValueRef next =
      LLVMBuildNUWAdd(builder, counter, LLVMConstInt(i64, 1, false), "counter.next");
  LLVMValueRef zero = LLVMConstInt(i64, 0, false);
  LLVMAddIncoming(counter, &zero, &preheader, 1);
  LLVMAddIncoming(counter, &next, &latch, 1);
  return counter;
}

static bool post_dominates(BridgeAnalysesRef analyses, LLVMBasicBlockRef later,
                           LLVMBasicBlockRef block) {
  while (block && block != later)
    block = bridge_immediate_post_dominator(analyses, block);
  return block != NULL;
}

/* Does every iteration of `parent` run the loop behind `preheader`, at least under a condition that
 * is the same in all of them (as the test for zero iterations that loop rotation leaves)? Other
 * loops may stand under the same test, before this one. */
static bool runs_always(BridgeAnalysesRef analyses, LLVMBasicBlockRef preheader,
                        BridgeLoopRef parent, CanonicalLoop *entry) {
  LLVMBasicBlockRef latch = bridge_loop_latch(parent);
  if (bridge_block_dominates(analyses, preheader, latch))
    return true;
  LLVMBasicBlockRef entry_block = preheader, owner;
  while ((owner = bridge_immediate_dominator(analyses, entry_block)) &&
         !bridge_block_dominates(analyses, owner, latch))
    entry_block = owner;
  if (!owner || !block_has_one_predecessor(entry_block) ||
      !post_dominates(analyses, preheader, entry_block))
    return false;
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(owner);
  if (LLVMGetInstructionOpcode(branch) != LLVMBr || LLVMGetNumSuccessors(branch) != 2 ||
      LLVMGetSuccessor(branch, 0) == LLVMGetSuccessor(branch, 1) ||
      !bridge_value_is_invariant(analyses, LLVMGetCondition(branch), parent))
    return false;
  for (unsigned side = 0; side < 2; side++)
    if (LLVMGetSuccessor(branch, side) == entry_block) {
      entry->condition = LLVMGetCondition(branch);
      entry->condition_negated = side == 1;
      return true;
    }
  return false;
}

typedef ARRAY(BridgeLoopRef) LoopArray;

/* Outer loops before inner ones. */
static void collect_loops(Arena *arena, BridgeAnalysesRef analyses, LLVMValueRef function,
                          LoopArray *loops) {
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (loop && bridge_loop_header(loop) == block)
      ARRAY_PUSH(arena, *loops, loop);
  }
  for (size_t i = 1; i < loops->count; i++)
    for (size_t j = i;
         j > 0 && bridge_loop_depth(loops->items[j]) < bridge_loop_depth(loops->items[j - 1]);
         j--) {
      BridgeLoopRef other = loops->items[j];
      loops->items[j] = loops->items[j - 1];
      loops->items[j - 1] = other;
    }
}

CanonicalFunction *canonical_make(Arena *arena, DiagSink *sink, LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  if (bridge_is_irreducible(analyses)) {
    diag_at(sink, function, DIAG_IRREDUCIBLE);
    bridge_analyses_dispose(analyses);
    return NULL;
  }
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  CanonicalFunction *result = ARENA_NEW(arena, CanonicalFunction);
  result->function = function;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LoopArray loops = {0};
  collect_loops(arena, analyses, function, &loops);
  bool fine = true;
  for (size_t i = 0; i < loops.count && fine; i++) {
    BridgeLoopRef loop = loops.items[i];
    if (!bridge_loop_is_simplified(loop)) {
      diag_at(sink, LLVMGetFirstInstruction(bridge_loop_header(loop)), DIAG_UNSUPPORTED,
              "a loop that LLVM cannot bring into simplified form (indirect branches into it?)");
      fine = false;
      break;
    }
    CanonicalLoop entry = {.header = bridge_loop_header(loop), .constant_count = -1};
    LLVMBasicBlockRef preheader = bridge_loop_preheader(loop);
    LLVMValueRef before = LLVMGetBasicBlockTerminator(preheader);
    if (bridge_loop_count_is_known(analyses, loop)) {
      entry.constant_count = bridge_loop_constant_count(analyses, loop);
      if (entry.constant_count >= 0)
        entry.count = LLVMConstInt(LLVMInt64TypeInContext(context),
                                   (unsigned long long)entry.constant_count, false);
      else if (bridge_loop_count_can_expand(analyses, loop, before))
        entry.count = bridge_loop_expand_count(analyses, loop, before);
      BridgeLoopRef parent = bridge_loop_parent(loop);
      if (entry.count && parent)
        entry.rectangular = bridge_loop_count_is_invariant(analyses, loop, parent) &&
                            (LLVMIsAConstant(entry.count) || LLVMIsAArgument(entry.count) ||
                             bridge_value_is_invariant(analyses, entry.count, parent)) &&
                            bridge_loop_latch(parent) &&
                            runs_always(analyses, preheader, parent, &entry);
    }
    ARRAY_PUSH(arena, result->loops, entry);
  }
  /* Counters last: nothing that the analyses have cached may change before. */
  for (size_t i = 0; i < result->loops.count && fine; i++)
    result->loops.items[i].counter = add_counter(builder, context, loops.items[i]);
  LLVMDisposeBuilder(builder);
  bridge_analyses_dispose(analyses);
  return fine ? result : NULL;
}
