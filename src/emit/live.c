/* Live code of the reverse sweep: what its effects, the stores and calls, depend on by operands or
 * because a branch decides whether they happen. A branch that decides over no effect goes straight
 * to where its ways meet again, so the condition is not kept; a loop without effects is not run,
 * nor its trip count kept. */
#include "emit.h"

typedef struct {
  Sweep *sweep;
  BridgeAnalysesRef analyses;
  Map *deciders;     /* reverse block -> BlockArray * of those whose branch decides if it runs */
  Map *placeholders; /* fetches */
  Map *undone;       /* marker of an undone store -> itself */
  Map *loop_of_slot; /* iteration slot -> SweepLoop */
  Map *reached;      /* blocks that control comes to, before anything is erased */
  Map *live;
  ValueArray work;
} Liveness;

static bool is_reverse(const Liveness *liveness, LLVMBasicBlockRef block) {
  return map_has(liveness->sweep->reverse_blocks, block);
}

static Map *reached_blocks(const Sweep *sweep) {
  Map *reached = map_create(sweep->arena);
  BlockArray work = {0};
  ARRAY_PUSH(sweep->arena, work, LLVMGetEntryBasicBlock(sweep->function));
  while (work.count) {
    LLVMBasicBlockRef block = work.items[--work.count];
    if (map_has(reached, block))
      continue;
    map_set(reached, block, block);
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++)
      ARRAY_PUSH(sweep->arena, work, LLVMGetSuccessor(terminator, s));
  }
  return reached;
}

/* Ferrante, Ottenstein, Warren, The program dependence graph and its use in optimization, 1987: a
 * block depends on a branch if it postdominates one of its ways but not the branch itself. */
static void find_deciders(Liveness *liveness) {
  Arena *arena = liveness->sweep->arena;
  FOR_EACH_BLOCK (block, liveness->sweep->function) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    if (!is_reverse(liveness, block) || LLVMGetNumSuccessors(branch) < 2)
      continue;
    LLVMBasicBlockRef meeting = bridge_immediate_post_dominator(liveness->analyses, block);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
      for (LLVMBasicBlockRef at = LLVMGetSuccessor(branch, s); at && at != meeting;
           at = bridge_immediate_post_dominator(liveness->analyses, at)) {
        BlockArray *deciders = map_get(liveness->deciders, at);
        if (!deciders) {
          deciders = ARENA_NEW(arena, BlockArray);
          map_set(liveness->deciders, at, deciders);
        }
        if (deciders->count == 0 || deciders->items[deciders->count - 1] != block)
          ARRAY_PUSH(arena, *deciders, block);
      }
  }
}

static void mark(Liveness *liveness, LLVMValueRef instruction) {
  if (map_has(liveness->live, instruction) ||
      !map_has(liveness->reached, LLVMGetInstructionParent(instruction)))
    return;
  map_set(liveness->live, instruction, instruction);
  ARRAY_PUSH(liveness->sweep->arena, liveness->work, instruction);
}

static void mark_deciders(Liveness *liveness, LLVMBasicBlockRef block) {
  const BlockArray *deciders = map_get(liveness->deciders, block);
  for (size_t i = 0; deciders && i < deciders->count; i++)
    mark(liveness, LLVMGetBasicBlockTerminator(deciders->items[i]));
}

/* What happens in a loop may be addressed by the iteration under way. */
static void mark_iterations(Liveness *liveness, LLVMBasicBlockRef block) {
  for (SweepLoop *loop = map_get(liveness->sweep->loop_of, block); loop; loop = loop->parent)
    for (size_t i = 0; i < loop->iteration_begins.count; i++)
      mark(liveness, loop->iteration_begins.items[i]);
}

static void propagate(Liveness *liveness) {
  while (liveness->work.count) {
    LLVMValueRef instruction = liveness->work.items[--liveness->work.count];
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
      LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
      if (operand && LLVMIsAInstruction(operand))
        mark(liveness, operand);
    }
    if (!is_reverse(liveness, block))
      continue;
    mark_deciders(liveness, block);
    mark_iterations(liveness, block);
    if (!LLVMIsAPHINode(instruction))
      continue;
    for (unsigned i = 0; i < LLVMCountIncoming(instruction); i++) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(instruction, i);
      mark_deciders(liveness, from);
      if (is_reverse(liveness, from) && LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(from)) > 1)
        mark(liveness, LLVMGetBasicBlockTerminator(from));
    }
  }
}

static bool has_effect(const Liveness *liveness, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMStore:
    return !map_has(liveness->loop_of_slot, LLVMGetOperand(instruction, 1));
  case LLVMFence:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMRet:
  case LLVMInvoke:
  case LLVMResume:
    return true;
  case LLVMCall:
    return !map_has(liveness->placeholders, instruction) &&
           !map_has(liveness->undone, instruction) && bridge_has_side_effects(instruction) &&
           !rule_of_call(instruction);
  default:
    return false;
  }
}

/* Where a dead branch may go: where its ways meet, if no phi there tells them apart. */
static LLVMBasicBlockRef meeting_of(const Liveness *liveness, LLVMBasicBlockRef block) {
  LLVMBasicBlockRef meeting = bridge_immediate_post_dominator(liveness->analyses, block);
  if (!meeting || !is_reverse(liveness, meeting))
    return NULL;
  FOR_EACH_INSTRUCTION (phi, meeting) {
    if (!LLVMIsAPHINode(phi))
      break;
    if (map_has(liveness->live, phi))
      return NULL;
  }
  return meeting;
}

static bool is_reached(const Liveness *liveness, LLVMBasicBlockRef block) {
  return is_reverse(liveness, block) && map_has(liveness->reached, block);
}

static bool is_dead_branch(const Liveness *liveness, LLVMBasicBlockRef block) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
  return is_reached(liveness, block) && LLVMGetNumSuccessors(branch) > 1 &&
         !map_has(liveness->live, branch);
}

static void find_live(Liveness *liveness) {
  FOR_EACH_BLOCK (block, liveness->sweep->function)
    if (is_reached(liveness, block))
      FOR_EACH_INSTRUCTION (instruction, block)
        if (has_effect(liveness, instruction))
          mark(liveness, instruction);
  for (bool again = true; again;) {
    propagate(liveness);
    again = false;
    FOR_EACH_BLOCK (block, liveness->sweep->function)
      if (is_dead_branch(liveness, block) && !meeting_of(liveness, block)) {
        mark(liveness, LLVMGetBasicBlockTerminator(block));
        again = true;
      }
  }
}

static void erase(LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
    LLVMReplaceAllUsesWith(instruction, LLVMGetPoison(type));
  LLVMInstructionEraseFromParent(instruction);
}

/* The reverse of a store is run as often as the store where it has an effect. */
static void keep_undone(Liveness *liveness) {
  Sweep *sweep = liveness->sweep;
  Map *with_effect = map_create(sweep->arena);
  for (size_t i = 0; i < map_count(liveness->live); i++) {
    const void *key;
    map_entry(liveness->live, i, &key);
    if (has_effect(liveness, (LLVMValueRef)key))
      map_set(with_effect, LLVMGetInstructionParent((LLVMValueRef)key), sweep);
  }
  for (size_t i = 0; i < sweep->undone.count; i++) {
    LLVMValueRef marker = sweep->undone.items[i].marker;
    if (map_has(with_effect, LLVMGetInstructionParent(marker)))
      map_set(liveness->live, marker, marker);
  }
}

/* Nothing that is erased may stay in the sweep's records. */
static void forget_dead(Liveness *liveness) {
  Sweep *sweep = liveness->sweep;
  for (size_t i = 0; i < sweep->fetches.count; i++)
    if (!map_has(liveness->live, sweep->fetches.items[i].placeholder))
      sweep->fetches.items[i].placeholder = NULL;
  for (size_t i = 0; i < sweep->undone.count; i++)
    if (!map_has(liveness->live, sweep->undone.items[i].marker))
      sweep->undone.items[i].marker = NULL;
  for (size_t i = 0; i < sweep->loops.count; i++) {
    ValueArray *begins = &sweep->loops.items[i]->iteration_begins;
    size_t kept = 0;
    for (size_t k = 0; k < begins->count; k++)
      if (map_has(liveness->live, begins->items[k]))
        begins->items[kept++] = begins->items[k];
    begins->count = kept;
  }
}

static void erase_dead(Liveness *liveness) {
  Sweep *sweep = liveness->sweep;
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(sweep->function)));
  FOR_EACH_BLOCK (block, sweep->function) {
    if (!is_reverse(liveness, block))
      continue;
    for (LLVMValueRef next, instruction = LLVMGetFirstInstruction(block);
         !LLVMIsATerminatorInst(instruction); instruction = next) {
      next = LLVMGetNextInstruction(instruction);
      if (!map_has(liveness->live, instruction))
        erase(instruction);
    }
    if (!is_dead_branch(liveness, block))
      continue;
    LLVMBasicBlockRef meeting = meeting_of(liveness, block);
    erase(LLVMGetBasicBlockTerminator(block));
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMBuildBr(builder, meeting);
  }
  LLVMDisposeBuilder(builder);
}

static Map *without(Arena *arena, const Map *map, const Map *removed) {
  Map *rest = map_create(arena);
  for (size_t i = 0; i < map_count(map); i++) {
    const void *key;
    void *value = map_entry(map, i, &key);
    if (!map_has(removed, key))
      map_set(rest, key, value);
  }
  return rest;
}

static void leave_phis(LLVMBasicBlockRef block) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
  for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++)
    FOR_EACH_INSTRUCTION (phi, LLVMGetSuccessor(terminator, s)) {
      if (!LLVMIsAPHINode(phi))
        break;
      bridge_phi_remove_incoming(phi, block);
    }
}

/* The blocks between a dead branch and where it goes now, and those that were never reached. */
static void erase_unused_blocks(Sweep *sweep) {
  Map *reached = reached_blocks(sweep), *unused = map_create(sweep->arena);
  FOR_EACH_BLOCK (block, sweep->function)
    if (map_has(sweep->reverse_blocks, block) && !map_has(reached, block))
      map_set(unused, block, block);
  if (map_count(unused) == 0)
    return;
  const void *block;
  for (size_t i = 0; i < map_count(unused); i++) {
    map_entry(unused, i, &block);
    leave_phis((LLVMBasicBlockRef)block);
    while (LLVMGetLastInstruction((LLVMBasicBlockRef)block))
      erase(LLVMGetLastInstruction((LLVMBasicBlockRef)block));
  }
  for (size_t i = 0; i < sweep->loops.count; i++)
    if (map_has(unused, sweep->loops.items[i]->reverse_end))
      sweep->loops.items[i]->reverse_end = NULL;
  sweep->reverse_blocks = without(sweep->arena, sweep->reverse_blocks, unused);
  sweep->loop_of = without(sweep->arena, sweep->loop_of, unused);
  for (size_t i = 0; i < map_count(unused); i++) {
    map_entry(unused, i, &block);
    LLVMDeleteBasicBlock((LLVMBasicBlockRef)block);
  }
}

void live_keep(Sweep *sweep) {
  Liveness liveness = {.sweep = sweep,
                       .analyses = bridge_analyses_create(sweep->function),
                       .deciders = map_create(sweep->arena),
                       .placeholders = map_create(sweep->arena),
                       .undone = map_create(sweep->arena),
                       .loop_of_slot = map_create(sweep->arena),
                       .reached = reached_blocks(sweep),
                       .live = map_create(sweep->arena)};
  for (size_t i = 0; i < sweep->fetches.count; i++)
    map_set(liveness.placeholders, sweep->fetches.items[i].placeholder, sweep);
  for (size_t i = 0; i < sweep->loops.count; i++)
    map_set(liveness.loop_of_slot, sweep->loops.items[i]->iteration_slot, sweep->loops.items[i]);
  for (size_t i = 0; i < sweep->undone.count; i++)
    map_set(liveness.undone, sweep->undone.items[i].marker, sweep);
  find_deciders(&liveness);
  find_live(&liveness);
  keep_undone(&liveness);
  forget_dead(&liveness);
  erase_dead(&liveness);
  bridge_analyses_dispose(liveness.analyses);
  erase_unused_blocks(sweep);
}
