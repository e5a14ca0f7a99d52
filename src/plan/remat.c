/* What the reverse sweep may compute again, and from what. Free: constants, arguments and loop
 * counters. Recomputable: pure instructions, and loop-carried values that advance by a fixed step.
 * Reloadable: loads from memory that nothing overwrites after the load. */
#include "plan.h"

SweepLoop *sweep_loop_of(const Sweep *sweep, LLVMValueRef instruction) {
  return map_get(sweep->loop_of, LLVMGetInstructionParent(instruction));
}

bool remat_is_free(const Sweep *sweep, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return true;
  if (value == sweep->tape)
    return true;
  SweepLoop *loop = sweep_loop_of(sweep, value);
  return loop && loop->counter == value;
}

bool remat_is_affine(const Sweep *sweep, LLVMValueRef phi, LLVMValueRef *start,
                     LLVMValueRef *step) {
  if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
    return false;
  SweepLoop *loop = sweep_loop_of(sweep, phi);
  if (!loop || loop->header != LLVMGetInstructionParent(phi) || LLVMCountIncoming(phi) != 2)
    return false;
  LLVMValueRef next = phi_incoming_from(phi, loop->latch);
  *start = phi_incoming_from(phi, loop->preheader);
  if (!next || !*start || !LLVMIsAInstruction(next))
    return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
  bool is_integer = LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind;
  if (opcode == LLVMAdd && is_integer) {
    if (LLVMGetOperand(next, 0) == phi)
      *step = LLVMGetOperand(next, 1);
    else if (LLVMGetOperand(next, 1) == phi)
      *step = LLVMGetOperand(next, 0);
    else
      return false;
  } else if (opcode == LLVMGetElementPtr && LLVMGetOperand(next, 0) == phi &&
             LLVMGetNumOperands(next) == 2)
    *step = LLVMGetOperand(next, 1);
  else
    return false;
  /* The step must be the same in every iteration. */
  if (!LLVMIsAInstruction(*step))
    return true;
  SweepLoop *step_loop = sweep_loop_of(sweep, *step);
  for (; step_loop; step_loop = step_loop->parent)
    if (step_loop == loop)
      return false;
  return true;
}

static bool is_pure_call(LLVMValueRef call) {
  if (rule_of_call(call))
    return !bridge_may_write_memory(call) || bridge_library_name(call_direct_callee(call));
  return !bridge_has_side_effects(call) && !bridge_may_read_memory(call);
}

bool remat_is_recomputable(const Sweep *sweep, LLVMValueRef value) {
  LLVMValueRef start, step;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMPHI:
    if (LLVMCountIncoming(value) == 1) { /* a copy, unless it takes a value out of a loop */
      LLVMValueRef copied = LLVMGetIncomingValue(value, 0);
      return !LLVMIsAInstruction(copied) ||
             sweep_loop_of(sweep, copied) == sweep_loop_of(sweep, value);
    }
    return remat_is_affine(sweep, value, &start, &step);
  case LLVMCall:
    return is_pure_call(value);
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMStore:
  case LLVMInvoke:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence:
  case LLVMVAArg:
  case LLVMLandingPad:
    return false;
  case LLVMFreeze: /* must yield the same choice twice */
    return false;
  default:
    return !LLVMIsATerminatorInst(value);
  }
}

/* A byte on the tape is written, later read, and displaces another from the cache: about a
 * multiplication that does not vectorise, or several that do. Library functions do not. */
double remat_price(LLVMValueRef value) {
  enum { INLINE_COST = 8 };
  const double vectorised = 0.25, of_reload = 1, of_integer = 0.01;
  if (LLVMIsALoadInst(value) || LLVMIsAStoreInst(value))
    return of_reload;
  const Rule *rule = LLVMGetInstructionOpcode(value) == LLVMCall ? rule_of_call(value)
                                                                 : rule_of_instruction(value);
  if (!rule)
    return of_integer;
  return rule->cost <= INLINE_COST ? rule->cost * vectorised : rule->cost;
}

/* Of a load: whether what was read may be gone behind the writer, whatever the memory serves for
 * then. */
static bool writes_there(const Sweep *sweep, LLVMValueRef writer, LLVMValueRef primal_access) {
  return bridge_may_write(sweep->analyses, writer, primal_access) ||
         (LLVMIsALoadInst(primal_access) && types_may_retype(sweep->types, writer, primal_access) &&
          bridge_may_write_any_type(sweep->analyses, writer, primal_access));
}

bool remat_may_write(const Sweep *sweep, LLVMValueRef writer, LLVMValueRef primal_access) {
  return bridge_may_write_memory(writer) && writes_there(sweep, writer, primal_access) &&
         !(LLVMIsALoadInst(primal_access) &&
           (types_keeps_off(sweep->types, writer, access_pointer(primal_access)) ||
            types_clears_pointers(sweep->types, writer, primal_access) ||
            bridge_writes_new_block(sweep->analyses, writer, primal_access)));
}

/* What takes least is asked first: of a function there are as many questions as pairs of accesses.
 */
static bool may_overwrite(const Sweep *sweep, LLVMValueRef writer, LLVMValueRef primal_access) {
  return bridge_may_write_memory(writer) &&
         bridge_may_reach(sweep->analyses, primal_access, writer) &&
         remat_may_write(sweep, writer, primal_access) &&
         !bridge_exclude_each_other(sweep->analyses, primal_access, writer);
}

bool remat_lasts(const Sweep *sweep, LLVMValueRef primal_access) {
  if (!sweep->split)
    return true;
  LLVMValueRef pointer = access_pointer(primal_access);
  LLVMValueRef object = bridge_underlying_object(pointer);
  if (LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object))
    return true;
  return sweep->calls_seen && types_lasts(sweep->types, sweep->primal, primal_access,
                                          activity_has_shadow(sweep->activity, pointer));
}

/* A load of the primal, or of the shadow pointers that mirror it, can be done again in the reverse
 * sweep if nothing that the forward sweep executes after it may overwrite what it read. */
bool remat_is_reloadable(const Sweep *sweep, LLVMValueRef load) {
  if (LLVMGetInstructionOpcode(load) != LLVMLoad || !access_is_plain(load))
    return false;
  LLVMValueRef primal = map_get(sweep->origin, load);
  if (!primal || LLVMGetInstructionOpcode(primal) != LLVMLoad)
    return false;
  return remat_lasts(sweep, primal) && remat_writers(sweep, primal).count == 0;
}

ValueArray remat_writers(const Sweep *sweep, LLVMValueRef primal_access) {
  ValueArray *writers = map_get(sweep->writers, primal_access);
  if (writers)
    return *writers;
  writers = ARENA_NEW(sweep->arena, ValueArray);
  map_set(sweep->writers, primal_access, writers);
  for (size_t i = 0; i < sweep->accesses.count; i++)
    if (may_overwrite(sweep, sweep->accesses.items[i], primal_access))
      ARRAY_PUSH(sweep->arena, *writers, sweep->accesses.items[i]);
  return *writers;
}
