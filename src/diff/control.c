/* Control flow of the reverse sweep: one reverse block per primal block, run from the return back
 * to the entry. At a primal block with several predecessors the reverse sweep must know which one
 * was taken: by the loop's iteration at a header, by the branch condition where a dominating branch
 * decides, else by an index recorded in the forward sweep. */
#include "diff.h"

static SweepLoop *loop_at(const Deriver *deriver, LLVMBasicBlockRef primal_block) {
  return map_get(deriver->sweep.loop_of,
                 map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(primal_block)));
}

static bool loop_contains(const SweepLoop *loop, const SweepLoop *inner) {
  for (; inner; inner = inner->parent)
    if (inner == loop)
      return true;
  return false;
}

static LLVMBasicBlockRef append_reverse_block(Deriver *deriver, const char *name) {
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(
      LLVMGetModuleContext(deriver->diff->module), deriver->sweep.function, name);
  map_set(deriver->sweep.reverse_blocks, block, block);
  return block;
}

bool control_create_blocks(Deriver *deriver) {
  FOR_EACH_BLOCK (block, deriver->sweep.primal) {
    if (!bridge_block_reachable(deriver->sweep.analyses, block))
      continue;
    LLVMBasicBlockRef reverse = append_reverse_block(
        deriver, arena_format(deriver->sweep.arena, "reverse.%s", LLVMGetBasicBlockName(block)));
    map_set(deriver->reverse_of, block, reverse);
    map_set(deriver->sweep.loop_of, reverse, loop_at(deriver, block));
  }
  for (size_t i = 0; i < deriver->sweep.loops.count; i++) {
    SweepLoop *loop = deriver->sweep.loops.items[i];
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
    loop->iteration_slot = build_alloca_in_entry(deriver->sweep.function, i64, "iteration");
  }
  return true;
}

/* The distinct predecessors of a primal block that the entry reaches. */
static BlockArray predecessors(Deriver *deriver, LLVMBasicBlockRef block) {
  BlockArray found = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || !LLVMIsATerminatorInst(user))
      continue;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
    if (!bridge_block_reachable(deriver->sweep.analyses, from))
      continue;
    bool known = false;
    for (size_t i = 0; i < found.count; i++)
      known |= found.items[i] == from;
    if (!known)
      ARRAY_PUSH(deriver->sweep.arena, found, from);
  }
  return found;
}

/* Is the edge into `block` from `from` taken exactly when `branch` goes to its successor `side`? */
static bool edge_is_on_side(Deriver *deriver, LLVMValueRef branch, unsigned side,
                            LLVMBasicBlockRef from, LLVMBasicBlockRef block) {
  LLVMBasicBlockRef owner = LLVMGetInstructionParent(branch);
  LLVMBasicBlockRef successor = LLVMGetSuccessor(branch, side);
  if (from == owner)
    return successor == block;
  if (successor == block)
    return false;
  return predecessors(deriver, successor).count == 1 &&
         bridge_block_dominates(deriver->sweep.analyses, successor, from);
}

/* The condition of a dominating two-way branch that alone decides between the two predecessors. */
static LLVMValueRef deciding_condition(Deriver *deriver, LLVMBasicBlockRef block,
                                       const BlockArray *from, bool *first_is_true) {
  LLVMBasicBlockRef owner = bridge_immediate_dominator(deriver->sweep.analyses, block);
  if (from->count != 2 || !owner || loop_at(deriver, owner) != loop_at(deriver, block))
    return NULL;
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(owner);
  if (LLVMGetInstructionOpcode(branch) != LLVMBr || LLVMGetNumSuccessors(branch) != 2 ||
      LLVMGetSuccessor(branch, 0) == LLVMGetSuccessor(branch, 1))
    return NULL;
  for (unsigned swap = 0; swap < 2; swap++)
    if (edge_is_on_side(deriver, branch, 0, from->items[swap], block) &&
        edge_is_on_side(deriver, branch, 1, from->items[1 - swap], block)) {
      *first_is_true = swap == 0;
      return LLVMGetCondition(branch);
    }
  return NULL;
}

/* A phi in the forward sweep that tells which predecessor was taken. */
static LLVMValueRef recorded_index(Deriver *deriver, LLVMBasicBlockRef block,
                                   const BlockArray *from) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef type =
      from->count <= 256 ? LLVMInt8TypeInContext(context) : LLVMInt32TypeInContext(context);
  LLVMBasicBlockRef clone =
      LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(block)));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, LLVMGetFirstInstruction(clone));
  LLVMValueRef phi = LLVMBuildPhi(builder, type, "came.from");
  LLVMDisposeBuilder(builder);
  /* A predecessor may branch here along several edges; a phi has an entry for each. */
  for (size_t i = 0; i < from->count; i++) {
    LLVMValueRef index = LLVMConstInt(type, i, false);
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(from->items[i]);
    LLVMBasicBlockRef from_clone =
        LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(from->items[i])));
    for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++)
      if (LLVMGetSuccessor(terminator, s) == block)
        LLVMAddIncoming(phi, &index, &from_clone, 1);
  }
  return phi;
}

static void begin_iteration(Deriver *deriver, SweepLoop *loop, LLVMValueRef iteration) {
  LLVMValueRef store = LLVMBuildStore(deriver->builder, iteration, loop->iteration_slot);
  ARRAY_PUSH(deriver->sweep.arena, loop->iteration_begins, store);
}

/* The index of the last iteration, known where control has left the loop for `exit`: the trip count
 * if that is known, else the counter, taken out of the loop by a phi. */
static LLVMValueRef last_iteration(Deriver *deriver, SweepLoop *loop, LLVMBasicBlockRef exit) {
  if (loop->count)
    return loop->count;
  LLVMBasicBlockRef clone =
      LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(exit)));
  FOR_EACH_INSTRUCTION (phi, clone) {
    if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
      break;
    if (LLVMGetIncomingValue(phi, 0) == loop->counter)
      return phi;
  }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, LLVMGetFirstInstruction(clone));
  LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(loop->counter), "last.iteration");
  LLVMDisposeBuilder(builder);
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(clone)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || !LLVMIsATerminatorInst(user))
      continue;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
    LLVMAddIncoming(phi, &loop->counter, &from, 1);
  }
  return phi;
}

/* The iteration with which the reverse sweep enters a loop that the primal left for `exit`. */
static LLVMValueRef first_reversed(Deriver *deriver, SweepLoop *loop, LLVMBasicBlockRef exit) {
  LLVMValueRef only = replaced_only_iteration(deriver, loop);
  if (!only)
    return reverse_fetch(deriver, last_iteration(deriver, loop, exit));
  LLVMValueRef zero = LLVMConstInt(LLVMTypeOf(loop->counter), 0, false);
  LLVMValueRef winner = reverse_fetch(deriver, only);
  LLVMValueRef none = LLVMBuildICmp(deriver->builder, LLVMIntSLT, winner, zero, "");
  return LLVMBuildSelect(deriver->builder, none, zero, winner, "");
}

/* The reverse of the primal edge from -> block, at the builder's position: adds the adjoints of the
 * block's phis to what came along this edge and enters loops that the edge left. */
static void reverse_edge(Deriver *deriver, LLVMBasicBlockRef from, LLVMBasicBlockRef block,
                         LLVMValueRef const *phis, LLVMValueRef *const *adjoints, size_t count) {
  for (size_t p = 0; p < count; p++)
    for (unsigned i = 0; i < LLVMCountIncoming(phis[p]); i++)
      if (LLVMGetIncomingBlock(phis[p], i) == from) {
        for (unsigned lane = 0; lane < deriver->width; lane++)
          adjoint_pass(deriver, phis[p], LLVMGetIncomingValue(phis[p], i), lane, adjoints[p][lane]);
        break;
      }
  SweepLoop *target = loop_at(deriver, block);
  /* Outer loops first: what an inner one kept is found through the outer one's record. */
  ARRAY(SweepLoop *) left = {0};
  for (SweepLoop *loop = loop_at(deriver, from); loop && !loop_contains(loop, target);
       loop = loop->parent)
    ARRAY_PUSH(deriver->sweep.arena, left, loop);
  while (left.count) {
    SweepLoop *loop = left.items[--left.count];
    begin_iteration(deriver, loop, first_reversed(deriver, loop, block));
  }
  for (SweepLoop *loop = target; loop; loop = loop->parent) {
    LLVMBasicBlockRef block_clone =
        LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(block)));
    if (loop->header != block_clone || !loop_contains(loop, loop_at(deriver, from)))
      continue;
    LLVMTypeRef i64 = LLVMTypeOf(loop->counter);
    LLVMValueRef now = LLVMBuildLoad2(deriver->builder, i64, loop->iteration_slot, "");
    begin_iteration(deriver, loop,
                    LLVMBuildSub(deriver->builder, now, LLVMConstInt(i64, 1, false), ""));
  }
  LLVMBuildBr(deriver->builder, map_get(deriver->reverse_of, from));
}

/* The adjoints of values that the loop of this header replaces go to what they were before it. */
static void finish_replaced(Deriver *deriver, LLVMBasicBlockRef header) {
  FOR_EACH_INSTRUCTION (phi, header) {
    const Replaced *replaced = replaced_get(deriver, phi);
    if (LLVMGetInstructionOpcode(phi) == LLVMPHI && replaced)
      replaced_reverse_start(deriver, replaced);
  }
}

static bool has_taped_call(const Deriver *deriver, LLVMBasicBlockRef block) {
  FOR_EACH_INSTRUCTION (instruction, block)
    if (call_keeps_tape(deriver, instruction))
      return true;
  return false;
}

/* Where only some iterations of a counted loop make a call, what belongs to the call may be kept
 * for those alone: says where the reverse of such a block ends. */
static void mark_record_end(Deriver *deriver, LLVMBasicBlockRef block) {
  SweepLoop *loop = loop_at(deriver, block);
  if (!loop || !loop->count || !has_taped_call(deriver, block) ||
      predecessors(deriver, block).count != 1 ||
      bridge_block_dominates(deriver->sweep.analyses, block, bridge_loop_latch(loop->primal)))
    return;
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &i32, 1, false);
  LLVMValueRef marker = LLVMGetNamedFunction(deriver->diff->module, RECORD_END);
  if (!marker)
    marker = LLVMAddFunction(deriver->diff->module, RECORD_END, type);
  LLVMValueRef number = LLVMConstInt(i32, deriver->sweep.call_blocks.count, false);
  LLVMBuildCall2(deriver->builder, type, marker, &number, 1, "");
  ARRAY_PUSH(deriver->sweep.arena, deriver->sweep.call_blocks,
             LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(block))));
}

bool control_finish_block(Deriver *deriver, LLVMBasicBlockRef block) {
  ValueArray phis = {0};
  mark_record_end(deriver, block);
  ARRAY(LLVMValueRef *) adjoints = {0};
  FOR_EACH_INSTRUCTION (phi, block) {
    if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
      break;
    if (replaced_get(deriver, phi) || !deriver_is_active(deriver, phi) ||
        !(type_contains_float(deriver_adjoint_type(deriver, phi)) ||
          unknown_is_moved(deriver, phi)))
      continue;
    LLVMValueRef *lanes = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, deriver->width);
    for (unsigned lane = 0; lane < deriver->width; lane++)
      lanes[lane] = adjoint_take(deriver, phi, lane);
    ARRAY_PUSH(deriver->sweep.arena, phis, phi);
    ARRAY_PUSH(deriver->sweep.arena, adjoints, lanes);
  }
  BlockArray from = predecessors(deriver, block);
  if (from.count == 0) {
    LLVMBuildBr(deriver->builder, deriver->sweep.reverse_exit);
    return true;
  }
  if (from.count == 1) {
    reverse_edge(deriver, from.items[0], block, phis.items, adjoints.items, phis.count);
    return true;
  }

  LLVMBasicBlockRef *edges = ARENA_ARRAY(deriver->sweep.arena, LLVMBasicBlockRef, from.count);
  for (size_t i = 0; i < from.count; i++) {
    edges[i] = append_reverse_block(deriver, "reverse.edge");
    map_set(deriver->sweep.loop_of, edges[i], loop_at(deriver, block));
  }

  SweepLoop *loop = loop_at(deriver, block);
  LLVMBasicBlockRef clone =
      LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(block)));
  bool first_is_true = false;
  LLVMValueRef condition = NULL;
  if (loop && loop->header == clone) {
    if (from.count != 2) {
      deriver_error(deriver, LLVMGetFirstInstruction(block), DIAG_UNSUPPORTED,
                    "a loop with several back edges");
      return false;
    }
    LLVMTypeRef i64 = LLVMTypeOf(loop->counter);
    LLVMValueRef now = LLVMBuildLoad2(deriver->builder, i64, loop->iteration_slot, "");
    LLVMValueRef is_first = LLVMBuildICmp(deriver->builder, LLVMIntEQ, now,
                                          LLVMConstInt(i64, 0, false), "first.iteration");
    if (replaced_only_iteration(deriver, loop))
      is_first = LLVMConstInt(LLVMTypeOf(is_first), 1, false);
    bool first_is_latch = loop_contains(loop, loop_at(deriver, from.items[0]));
    LLVMBuildCondBr(deriver->builder, is_first, edges[first_is_latch ? 1 : 0],
                    edges[first_is_latch ? 0 : 1]);
    loop->reverse_end = edges[first_is_latch ? 1 : 0];
  } else if ((condition = deciding_condition(deriver, block, &from, &first_is_true))) {
    LLVMValueRef taken = reverse_fetch_primal(deriver, condition);
    LLVMBuildCondBr(deriver->builder, taken, edges[first_is_true ? 0 : 1],
                    edges[first_is_true ? 1 : 0]);
  } else {
    LLVMValueRef index = reverse_fetch(deriver, recorded_index(deriver, block, &from));
    LLVMValueRef choose =
        LLVMBuildSwitch(deriver->builder, index, edges[0], (unsigned)from.count - 1);
    for (size_t i = 1; i < from.count; i++)
      LLVMAddCase(choose, LLVMConstInt(LLVMTypeOf(index), i, false), edges[i]);
  }
  for (size_t i = 0; i < from.count; i++) {
    LLVMPositionBuilderAtEnd(deriver->builder, edges[i]);
    if (loop && loop->reverse_end == edges[i])
      finish_replaced(deriver, block);
    reverse_edge(deriver, from.items[i], block, phis.items, adjoints.items, phis.count);
  }
  return true;
}
