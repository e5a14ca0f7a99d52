/* Two versions of every outermost loop that asks a guard: one for memory that is overwritten, which
 * tapes, and one for memory that is not, which neither stores to the tape nor asks. Without this
 * every access of the common case would choose between two addresses, and no loop with such an
 * access would vectorise. */
#include "emit.h"

typedef struct {
  const Sweep *sweep;
  BridgeAnalysesRef analyses; /* of the derivative */
  ValueArray guarded;         /* selects in the loop under way */
  ValueArray copies;          /* … and in its copy */
  Map *mirrored;              /* selects of which one side is in a mirror */
} Versioning;

static BridgeLoopRef outermost_loop(BridgeAnalysesRef analyses, LLVMValueRef instruction) {
  BridgeLoopRef loop = bridge_loop_of(analyses, LLVMGetInstructionParent(instruction));
  while (loop && bridge_loop_parent(loop))
    loop = bridge_loop_parent(loop);
  return loop;
}

static void note_copy(void *context, LLVMValueRef loop, LLVMValueRef copy) {
  Versioning *versioning = context;
  for (size_t i = 0; i < versioning->guarded.count; i++)
    if (versioning->guarded.items[i] == loop) {
      ARRAY_PUSH(versioning->sweep->arena, versioning->copies, copy);
      if (map_has(versioning->mirrored, loop))
        map_set(versioning->mirrored, copy, copy);
    }
}

/* Where no guard is set: memory instead of the tape, and no store to nowhere. */
static void take_memory(const Versioning *versioning, LLVMValueRef choice) {
  Scope scope = map_has(versioning->mirrored, choice) ? SCOPE_MIRROR : SCOPE_PRIMAL;
  LLVMValueRef memory = LLVMGetOperand(choice, 2);
  for (LLVMUseRef next, use = LLVMGetFirstUse(choice); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef access = LLVMGetUser(use);
    if (LLVMIsAStoreInst(access) && scope != SCOPE_MIRROR)
      LLVMInstructionEraseFromParent(access);
    else if (LLVMIsALoadInst(access) || LLVMIsAStoreInst(access))
      scope_mark(versioning->sweep, access, scope);
  }
  LLVMReplaceAllUsesWith(choice, memory);
  LLVMInstructionEraseFromParent(choice);
}

/* The loop itself, for memory that is overwritten, and those within it. */
static void mark_rare(const Versioning *versioning, LLVMBasicBlockRef header) {
  Arena *arena = versioning->sweep->arena;
  BridgeLoopRef nest = bridge_loop_of(versioning->analyses, header);
  Map *seen = map_create(arena);
  BlockArray blocks = {0};
  map_set(seen, header, header);
  ARRAY_PUSH(arena, blocks, header);
  for (size_t i = 0; i < blocks.count; i++) {
    LLVMBasicBlockRef block = blocks.items[i];
    if (bridge_loop_latch(bridge_loop_of(versioning->analyses, block)) == block)
      loop_mark_rare(block);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
      if (map_has(seen, next) || !bridge_loop_contains(nest, next))
        continue;
      map_set(seen, next, next);
      ARRAY_PUSH(arena, blocks, next);
    }
  }
}

/* The disjunction, before the loop, of the guards that the loop asks. */
static LLVMValueRef any_guard(const Versioning *versioning, BridgeLoopRef loop) {
  LLVMBasicBlockRef preheader = bridge_loop_preheader(loop);
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(versioning->sweep->function)));
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(preheader));
  Map *seen = map_create(versioning->sweep->arena);
  LLVMValueRef any = NULL;
  for (size_t i = 0; i < versioning->guarded.count; i++) {
    LLVMValueRef guard = LLVMGetOperand(versioning->guarded.items[i], 0);
    if (map_has(seen, guard))
      continue;
    map_set(seen, guard, guard);
    any = any ? LLVMBuildOr(builder, any, guard, "") : guard;
  }
  LLVMDisposeBuilder(builder);
  return any;
}

/* Takes the selects of one loop off `left`; the loop, or NULL if no select is in any loop. */
static BridgeLoopRef next_loop(Versioning *versioning, ValueArray *left) {
  BridgeLoopRef loop = NULL;
  ValueArray others = {0};
  versioning->guarded.count = versioning->copies.count = 0;
  for (size_t i = 0; i < left->count; i++) {
    LLVMValueRef choice = left->items[i], guard = LLVMGetOperand(choice, 0);
    BridgeLoopRef around = outermost_loop(versioning->analyses, choice);
    if (!around || !bridge_loop_preheader(around) ||
        (LLVMIsAInstruction(guard) &&
         bridge_loop_contains(around, LLVMGetInstructionParent(guard))))
      continue;
    if (!loop)
      loop = around;
    if (around == loop)
      ARRAY_PUSH(versioning->sweep->arena, versioning->guarded, choice);
    else
      ARRAY_PUSH(versioning->sweep->arena, others, choice);
  }
  *left = others;
  return loop;
}

void version_nests(const Sweep *sweep, TapeLayout *layout) {
  if (layout->guarded.count == 0)
    return;
  Versioning versioning = {.sweep = sweep,
                           .analyses = bridge_analyses_create(sweep->function),
                           .mirrored = layout->mirrored};
  for (BridgeLoopRef loop; (loop = next_loop(&versioning, &layout->guarded)) != NULL;) {
    LLVMValueRef condition = any_guard(&versioning, loop);
    LLVMBasicBlockRef header = bridge_loop_header(loop);
    if (!bridge_version_loop(versioning.analyses, loop, condition, note_copy, &versioning))
      continue;
    for (size_t i = 0; i < versioning.copies.count; i++)
      take_memory(&versioning, versioning.copies.items[i]);
    mark_rare(&versioning, header);
  }
  bridge_analyses_dispose(versioning.analyses);
}
