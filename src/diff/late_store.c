/* Stores that wait until the reverse sweep is over. A program puts its result somewhere in the end,
 * `*loss = sum;`, where for all that is known it may be one of the numbers that were read before:
 * these would have to be compared with it, or kept. Nothing of the primal looks there any more, so
 * that the derivative stores it last, and the reverse sweep reads memory as it was. The number
 * waits in a register.
 *
 * Such a store is outside of every loop, and certain to be executed; what comes after it neither
 * accesses that place, nor ends the life of a variable there, nor throws. Where any function leaves
 * by longjmp, which C's functions do without saying so, no store waits. */
#include "diff.h"

static bool module_jumps(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    const LibraryFunction *row =
        LLVMIsDeclaration(f) && LLVMGetFirstUse(f) ? library_function(f) : NULL;
    if (row && row->kind == LIBFN_LONGJMP)
      return true;
  }
  return false;
}

/* May the call end the primal by an exception? The caller would find the store undone. */
static bool may_throw(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return !value_has_function_attribute(call, "nounwind") &&
         !(callee && LLVMIsAFunction(callee) &&
           (value_has_function_attribute(callee, "nounwind") || LLVMGetIntrinsicID(callee)));
}

/* Releases are put off to the end of the tape: the store comes before. */
static bool releases_later(const Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  return release_is_put_off(deriver, call) || (row && row->kind == LIBFN_FREE);
}

/* That it is of another type says that nothing is read there which the store has left; where it is
 * stored itself, the memory serves for that type from then on, and the order of both matters.
 * Pointers that are reached through others, as those of a vector, are left to their type. */
static bool keeps_off(const Deriver *deriver, LLVMValueRef access, LLVMValueRef store) {
  BridgeAnalysesRef analyses = deriver->sweep.analyses;
  bool stores_pointer = LLVMIsAStoreInst(access) &&
                        type_contains_pointer(LLVMTypeOf(LLVMGetOperand(access, 0))) &&
                        !LLVMIsAArgument(bridge_underlying_object(access_pointer(access)));
  return bridge_alias_instructions(analyses, store, access) == BRIDGE_NO_ALIAS &&
         (stores_pointer || !bridge_may_write_memory(access) ||
          !bridge_may_write(analyses, access, store));
}

static bool leaves_alone(const Deriver *deriver, LLVMValueRef access, LLVMValueRef store) {
  const Sweep *sweep = &deriver->sweep;
  bool calls = LLVMIsACallInst(access) || LLVMIsAInvokeInst(access);
  if (!bridge_may_read_memory(access) && !bridge_may_write_memory(access) &&
      !(calls && may_throw(access)))
    return true;
  if (calls && may_throw(access))
    return false;
  return keeps_off(deriver, access, store) ||
         (LLVMIsALoadInst(access) &&
          types_keeps_off(sweep->types, store, LLVMGetOperand(access, 0))) ||
         (calls && releases_later(deriver, access));
}

static bool is_last_there(const Deriver *deriver, LLVMValueRef store) {
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (access, block)
      if (access != store && bridge_may_reach(deriver->sweep.analyses, store, access) &&
          !leaves_alone(deriver, access, store))
        return false;
  return true;
}

static bool may_wait(const Deriver *deriver, LLVMValueRef store, LLVMValueRef end) {
  BridgeAnalysesRef analyses = deriver->sweep.analyses;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  bool number =
      type_is_float_or_vector(type) || LLVMGetTypeKind(type_scalar(type)) == LLVMIntegerTypeKind;
  bool local = LLVMIsAAllocaInst(bridge_underlying_object(LLVMGetOperand(store, 1)));
  return number && !local && access_is_plain(store) &&
         !bridge_loop_of(analyses, LLVMGetInstructionParent(store)) &&
         bridge_dominates(analyses, store, end) && is_last_there(deriver, store);
}

void late_stores_find(Deriver *deriver) {
  enum { MOST_STORES = 16 };
  const DerivativeKey *key = deriver->key;
  Sweep *sweep = &deriver->sweep;
  LLVMValueRef end = reverse_find_return(sweep->primal);
  if (key->mode != REQUEST_REVERSE || sweep->split || key->logs_shadows || key->recorded ||
      key->replayed || !end || module_jumps(LLVMGetGlobalParent(sweep->primal)))
    return;
  ValueArray stores = {0};
  FOR_EACH_BLOCK (block, sweep->primal)
    if (!bridge_loop_of(sweep->analyses, block))
      FOR_EACH_INSTRUCTION (store, block)
        if (LLVMIsAStoreInst(store))
          ARRAY_PUSH(sweep->arena, stores, store);
  for (size_t i = stores.count > MOST_STORES ? stores.count - MOST_STORES : 0; i < stores.count;
       i++)
    if (may_wait(deriver, stores.items[i], end))
      ARRAY_PUSH(sweep->arena, deriver->late_stores, stores.items[i]);
}

bool late_store_is_one(const Deriver *deriver, LLVMValueRef access) {
  for (size_t i = 0; i < deriver->late_stores.count; i++)
    if (deriver->late_stores.items[i] == access)
      return true;
  return false;
}

void late_stores_emit(Deriver *deriver) {
  for (size_t i = 0; i < deriver->late_stores.count; i++) {
    LLVMValueRef store = deriver->late_stores.items[i], clone = deriver_clone_of(deriver, store);
    LLVMValueRef operands[] = {reverse_fetch_primal(deriver, LLVMGetOperand(store, 0)),
                               reverse_fetch_primal(deriver, LLVMGetOperand(store, 1))};
    LLVMInstructionRemoveFromParent(clone);
    LLVMInsertIntoBuilder(deriver->builder, clone);
    for (unsigned k = 0; k < 2; k++)
      LLVMSetOperand(clone, k, operands[k]);
  }
}
