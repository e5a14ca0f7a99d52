/* Values that a loop replaces under a condition: a running maximum, the last place that fulfils
 * something. Only what replaced such a value last gets a derivative, so the forward sweep keeps the
 * number of that iteration rather than what every iteration decided; and the adjoint is one number
 * for the whole loop, so that the reverse iterations do not depend on each other. Where the loop
 * does nothing else that has a derivative, the reverse sweep visits that iteration alone. */
#include "diff.h"

struct Replaced {
  SweepLoop *loop;
  LLVMValueRef phi, select; /* of the primal: the value before and after an iteration */
  unsigned kept;            /* the operand of the select that is the phi */
  LLVMValueRef start;
  LLVMValueRef winner; /* i64, at the loop's exit: the iteration that replaced it last, or -1 */
  bool alone;          /* no other derivative passes through the loop */
};

static bool in_loop(const Replaced *replaced, LLVMValueRef instruction) {
  return bridge_loop_contains(replaced->loop->primal, LLVMGetInstructionParent(instruction));
}

/* Within the loop, is the value used by nothing that carries a derivative but `allowed`? */
static bool only_compared(const Replaced *replaced, LLVMValueRef value, LLVMValueRef allowed) {
  unsigned times = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (user == allowed)
      times++;
    else if (in_loop(replaced, user) && LLVMGetInstructionOpcode(user) != LLVMFCmp)
      return false;
  }
  return times == 1;
}

/* Reads phi = [start, preheader], [cond ? new : phi, latch]. */
static bool read_phi(Deriver *deriver, Replaced *replaced, LLVMValueRef phi) {
  if (LLVMCountIncoming(phi) != 2 || !type_is_float_or_vector(LLVMTypeOf(phi)) ||
      !deriver_is_active(deriver, phi))
    return false;
  LLVMBasicBlockRef latch = bridge_loop_latch(replaced->loop->primal);
  unsigned back = LLVMGetIncomingBlock(phi, 0) == latch ? 0 : 1;
  LLVMValueRef select = LLVMGetIncomingValue(phi, back);
  if (LLVMGetIncomingBlock(phi, back) != latch || !LLVMIsASelectInst(select) ||
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(select, 0))) != LLVMIntegerTypeKind ||
      bridge_loop_of(deriver->sweep.analyses, LLVMGetInstructionParent(select)) !=
          replaced->loop->primal ||
      (LLVMGetOperand(select, 1) == phi) == (LLVMGetOperand(select, 2) == phi))
    return false;
  replaced->phi = phi;
  replaced->select = select;
  replaced->start = LLVMGetIncomingValue(phi, 1 - back);
  replaced->kept = LLVMGetOperand(select, 1) == phi ? 1 : 2;
  return deriver_is_active(deriver, select) && only_compared(replaced, phi, select) &&
         only_compared(replaced, select, phi);
}

/* The only block behind the loop, entered from `exiting` alone; NULL if there is none. */
static LLVMBasicBlockRef only_exit(const Deriver *deriver, const SweepLoop *loop,
                                   LLVMBasicBlockRef *exiting) {
  LLVMBasicBlockRef exit;
  if (bridge_loop_exiting_blocks(loop->primal, exiting, 1) != 1 ||
      bridge_loop_exit_blocks(loop->primal, &exit, 1) != 1 ||
      bridge_loop_of(deriver->sweep.analyses, exit) != bridge_loop_parent(loop->primal))
    return NULL;
  unsigned edges = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(exit)); use;
       use = LLVMGetNextUse(use))
    edges += LLVMIsATerminatorInst(LLVMGetUser(use)) != NULL;
  return edges == 1 ? exit : NULL;
}

static bool used_outside(const Replaced *replaced, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!in_loop(replaced, LLVMGetUser(use)))
      return true;
  return false;
}

/* Counts in the forward sweep along with the select; false if the loop has no single exit, or if
 * behind it the value from before the last iteration is wanted. */
static bool keep_winner(Deriver *deriver, Replaced *replaced) {
  SweepLoop *loop = replaced->loop;
  LLVMBasicBlockRef exiting, exit = only_exit(deriver, loop, &exiting);
  if (!exit)
    return false;
  bool after = bridge_dominates(deriver->sweep.analyses, replaced->select,
                                LLVMGetBasicBlockTerminator(exiting));
  if (after ? used_outside(replaced, replaced->phi) : exiting != bridge_loop_header(loop->primal))
    return false;
  LLVMTypeRef i64 = LLVMTypeOf(loop->counter);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(i64));
  LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, LLVMGetFirstInstruction(loop->header));
  LLVMValueRef phi = LLVMBuildPhi(builder, i64, "winner");
  LLVMValueRef clone = deriver_clone_of(deriver, replaced->select);
  LLVMPositionBuilderBefore(builder, clone);
  bool keeps_if_true = replaced->kept == 1;
  LLVMValueRef next =
      LLVMBuildSelect(builder, LLVMGetOperand(clone, 0), keeps_if_true ? phi : loop->counter,
                      keeps_if_true ? loop->counter : phi, "winner.next");
  LLVMValueRef values[] = {LLVMConstAllOnes(i64), next};
  LLVMBasicBlockRef blocks[] = {loop->preheader, loop->latch};
  LLVMAddIncoming(phi, values, blocks, 2);
  LLVMBasicBlockRef exit_clone =
      LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(exit)));
  LLVMBasicBlockRef exiting_clone =
      LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, LLVMBasicBlockAsValue(exiting)));
  LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, LLVMGetFirstInstruction(exit_clone));
  replaced->winner = LLVMBuildPhi(builder, i64, "winner.last");
  LLVMAddIncoming(replaced->winner, after ? &next : &phi, &exiting_clone, 1);
  map_set(deriver->sweep.iterations, replaced->winner, loop);
  LLVMDisposeBuilder(builder);
  return true;
}

/* Does a derivative pass through the instruction on another way than to the replaced value? */
static bool passes_by(Deriver *deriver, const Replaced *replaced, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  bool active = deriver_is_active(deriver, instruction);
  if (opcode == LLVMPHI &&
      LLVMGetInstructionParent(instruction) == bridge_loop_header(replaced->loop->primal))
    return active && instruction != replaced->phi;
  if (map_has(deriver->taped_calls, instruction))
    return true; /* its reverse gives back what it kept, the latest first */
  if (bridge_may_write_memory(instruction))
    return opcode != LLVMStore || activity_of_instruction(deriver->sweep.activity, instruction);
  return active && instruction != replaced->select && used_outside(replaced, instruction);
}

/* May the reverse sweep leave out the other iterations? What is kept must be found without them: by
 * index, in frames that no iteration allocates. */
static bool is_alone(Deriver *deriver, const Replaced *replaced) {
  const SweepLoop *loop = replaced->loop;
  LLVMBasicBlockRef exiting, latch = bridge_loop_latch(loop->primal);
  if (!loop->count || !only_exit(deriver, loop, &exiting) || exiting != latch)
    return false;
  for (size_t i = 0; i < deriver->sweep.loops.count; i++) {
    const SweepLoop *inner = deriver->sweep.loops.items[i];
    if (inner != loop && bridge_loop_contains(loop->primal, bridge_loop_header(inner->primal)) &&
        (!inner->count || !inner->rectangular))
      return false;
  }
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    if (bridge_loop_contains(loop->primal, block))
      FOR_EACH_INSTRUCTION (instruction, block)
        if (passes_by(deriver, replaced, instruction))
          return false;
  return true;
}

void replaced_find(Deriver *deriver) {
  deriver->replaced = map_create(deriver->sweep.arena);
  for (size_t i = 0; i < deriver->sweep.loops.count; i++) {
    SweepLoop *loop = deriver->sweep.loops.items[i];
    FOR_EACH_INSTRUCTION (phi, bridge_loop_header(loop->primal)) {
      if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
        break;
      Replaced found = {.loop = loop};
      if (!read_phi(deriver, &found, phi) || !keep_winner(deriver, &found))
        continue;
      Replaced *replaced = ARENA_NEW(deriver->sweep.arena, Replaced);
      *replaced = found;
      replaced->alone = is_alone(deriver, replaced);
      map_set(deriver->replaced, found.phi, replaced);
      map_set(deriver->replaced, found.select, replaced);
      adjoint_share(deriver, found.phi, found.select);
    }
  }
}

const Replaced *replaced_get(const Deriver *deriver, LLVMValueRef value) {
  return map_get(deriver->replaced, value);
}

LLVMValueRef replaced_only_iteration(const Deriver *deriver, const SweepLoop *loop) {
  FOR_EACH_INSTRUCTION (phi, bridge_loop_header(loop->primal)) {
    const Replaced *replaced = replaced_get(deriver, phi);
    if (LLVMIsAPHINode(phi) && replaced && replaced->alone)
      return replaced->winner;
  }
  return NULL;
}

/* The adjoint of both phi and select where `iteration` won, else zero. */
static LLVMValueRef share_of(Deriver *deriver, const Replaced *replaced, LLVMValueRef iteration,
                             LLVMValueRef adjoint) {
  LLVMValueRef winner = reverse_fetch(deriver, replaced->winner);
  LLVMValueRef won = LLVMBuildICmp(deriver->builder, LLVMIntEQ, winner, iteration, "won");
  return LLVMBuildSelect(deriver->builder, won, adjoint, build_zero(LLVMTypeOf(adjoint)), "");
}

void replaced_reverse_select(Deriver *deriver, const Replaced *replaced) {
  LLVMValueRef replacing = LLVMGetOperand(replaced->select, 3 - replaced->kept);
  if (!deriver_is_active(deriver, replacing))
    return;
  LLVMTypeRef i64 = LLVMTypeOf(replaced->loop->counter);
  LLVMValueRef now = LLVMBuildLoad2(deriver->builder, i64, replaced->loop->iteration_slot, "");
  for (unsigned lane = 0; lane < deriver->width; lane++)
    adjoint_add(deriver, replacing, lane,
                share_of(deriver, replaced, now, adjoint_read(deriver, replaced->select, lane)));
}

void replaced_reverse_start(Deriver *deriver, const Replaced *replaced) {
  LLVMValueRef none = LLVMConstAllOnes(LLVMTypeOf(replaced->loop->counter));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef adjoint = adjoint_take(deriver, replaced->phi, lane);
    if (deriver_is_active(deriver, replaced->start))
      adjoint_add(deriver, replaced->start, lane, share_of(deriver, replaced, none, adjoint));
  }
}
