/* Calls that the forward sweep makes as the primal does, and the reverse sweep to a derivative that
 * does both sweeps: nothing of them goes on the tape. The user may want that of a function that
 * touches no memory but its own (enzyme_shouldrecompute, enzyme_nocache). It is also done where a
 * recursion, as through a tree, only reads what is still there in the reverse sweep: what that
 * would keep grows with its depth and breadth, and costs more than to go through the tree again. */
#include "diff.h"

#include <string.h>

bool recompute_is_wanted(LLVMValueRef call) {
  return value_has_mark(call, "shouldrecompute") || value_has_mark(call, "nocache");
}

static bool is_own_memory(LLVMValueRef pointer, bool read_only) {
  LLVMValueRef object = bridge_underlying_object(pointer);
  bool is_table = read_only && LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object);
  return LLVMIsAAllocaInst(object) || is_table;
}

static bool touches_nothing(const DiffContext *diff, LLVMValueRef function, Map *visited);

/* Block operations and lifetimes may be of its own memory. */
static bool call_touches_nothing(const DiffContext *diff, LLVMValueRef call, Map *visited) {
  LLVMValueRef callee = call_direct_callee(call);
  if (rule_of_call(call))
    return true;
  if (callee && map_has(diff->canonical, callee))
    return touches_nothing(diff, callee, visited);
  if (callee && LLVMGetIntrinsicID(callee) && memory_is_memory_call(call)) {
    for (unsigned i = 0; i < call_argument_count(call); i++) {
      LLVMValueRef argument = LLVMGetOperand(call, i);
      if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind &&
          !is_own_memory(argument, i > 0))
        return false;
    }
    return true;
  }
  return !bridge_has_side_effects(call) && !bridge_may_read_memory(call);
}

static bool touches_nothing(const DiffContext *diff, LLVMValueRef function, Map *visited) {
  if (map_has(visited, function))
    return true;
  map_set(visited, function, function);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      bool fine = true;
      if (LLVMIsALoadInst(instruction))
        fine = is_own_memory(LLVMGetOperand(instruction, 0), true) && !LLVMGetVolatile(instruction);
      else if (LLVMIsAStoreInst(instruction))
        fine =
            is_own_memory(LLVMGetOperand(instruction, 1), false) && !LLVMGetVolatile(instruction);
      else if (LLVMIsACallInst(instruction))
        fine = call_touches_nothing(diff, instruction, visited);
      else
        fine = !bridge_has_side_effects(instruction) && !bridge_may_read_memory(instruction);
      if (!fine)
        return false;
    }
  return true;
}

/* What a call reads stays to the reverse sweep if nothing that is executed after it writes there.
 */
static bool input_stays(const Sweep *sweep, LLVMValueRef call) {
  for (size_t i = 0; i < sweep->accesses.count; i++) {
    LLVMValueRef writer = sweep->accesses.items[i];
    if (writer != call && bridge_may_change_input(sweep->analyses, writer, call) &&
        bridge_may_reach(sweep->analyses, call, writer) &&
        !bridge_exclude_each_other(sweep->analyses, call, writer))
      return false;
  }
  return true;
}

/* Would the input be stored over but for a store that waits (late_store.c)? That it is still there
 * makes the tape of the call small, since it is read again. To make the call twice is for inputs
 * that nothing stores over, such as trees: a determinant by minors takes 3.9 of the primal so, and
 * 2.8 by its tape. */
static bool is_stored_over(const Deriver *deriver, LLVMValueRef call) {
  for (size_t i = 0; i < deriver->late_stores.count; i++)
    if (bridge_may_change_input(deriver->sweep.analyses, deriver->late_stores.items[i], call))
      return true;
  return false;
}

bool recompute_pays(Deriver *deriver, LLVMValueRef call) {
  const Sweep *sweep = &deriver->sweep;
  const DerivativeKey *key = deriver->key;
  LLVMValueRef callee = call_direct_callee(call);
  bool both_sweeps_here = key->mode == REQUEST_REVERSE && !sweep->split && !key->logs_shadows;
  if (!both_sweeps_here || !LLVMIsACallInst(call) || !callee ||
      !map_has(deriver->diff->canonical, callee) || bridge_may_write_memory(call) ||
      !deriver_is_active(deriver, call) || deriver_has_shadow(deriver, call) ||
      custom_has_rule(deriver->diff, callee, key) || map_get(deriver->diff->bodies, callee))
    return false;
  return calls_lead_to(callee, callee, deriver->diff->canonical, map_create(sweep->arena)) &&
         !calls_lead_to(callee, sweep->primal, deriver->diff->canonical,
                        map_create(sweep->arena)) &&
         input_stays(sweep, call) && !is_stored_over(deriver, call);
}

static void promise_no_effect(LLVMValueRef call) {
  static const char *const promises[] = {"memory", "nounwind", "willreturn"};
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
    LLVMAddCallSiteAttribute(
        call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(
            context, LLVMGetEnumAttributeKindForName(promises[i], strlen(promises[i])), 0));
}

bool recompute_prepare(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!LLVMIsACallInst(call) || !callee || !map_has(deriver->diff->canonical, callee) ||
      !touches_nothing(deriver->diff, callee, map_create(deriver->sweep.arena)))
    return false;
  /* That is what the plan asks before it calls the copy again, or reads memory behind the call. */
  promise_no_effect(call);
  promise_no_effect(deriver_clone_of(deriver, call));
  return true;
}
