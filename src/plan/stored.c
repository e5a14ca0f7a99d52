/* Values that the primal left in memory. What a loop stores and nothing overwrites need not be kept
 * a second time: the reverse sweep reads it from where it was stored. Like the reload of a load,
 * that takes a comparison of addresses before the nest. Where an operation overwrites it, or what
 * was read, the value may be had back by its inverse. */
#include "plan.h"

LLVMValueRef plan_access(const Plan *plan, LLVMValueRef value) {
  LLVMValueRef store = map_get(plan->stored, value);
  return store ? store : value;
}

LLVMValueRef plan_access_pointer(const Plan *plan, LLVMValueRef value) {
  return access_pointer(plan_access(plan, value));
}

static bool is_number(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  return LLVMGetTypeKind(type) == LLVMFloatTypeKind || LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

/* A store of the value that runs whenever the value is computed; NULL: there is none. */
static LLVMValueRef store_of(const Sweep *sweep, LLVMValueRef value) {
  LLVMValueRef primal = map_get(sweep->origin, value);
  if (!primal || map_has(sweep->is_shadow, value))
    return NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(primal); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != primal || !access_is_plain(user) ||
        LLVMGetInstructionParent(user) != LLVMGetInstructionParent(primal))
      continue;
    LLVMValueRef store = map_get(sweep->clone, user);
    if (store && LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == value &&
        LLVMGetInstructionParent(store) == LLVMGetInstructionParent(value))
      return store;
  }
  return NULL;
}

bool plan_offer_places(Plan *plan) {
  const Sweep *sweep = plan->sweep;
  bool any = false;
  for (size_t i = 0; i < map_count(plan->keep); i++) {
    const void *key;
    map_entry(plan->keep, i, &key);
    LLVMValueRef value = (LLVMValueRef)key;
    const SweepLoop *loop = sweep_loop_of(sweep, value);
    if (plan_keep(plan, value) != KEEP_TAPE || !loop || !is_number(LLVMTypeOf(value)) ||
        !plan_varies(sweep, value, loop))
      continue;
    LLVMValueRef store = LLVMIsALoadInst(value) ? NULL : store_of(sweep, value);
    if (!store && !LLVMIsALoadInst(value))
      continue;
    map_set(plan->stored, value, store);
    LLVMValueRef guard = region_guard(plan, value, true);
    if (guard) {
      map_set(plan->guard, value, guard);
      map_set(plan->mirrored, value, NULL); /* it was offered, and costs too much */
    } else
      map_set(plan->stored, value, NULL);
    any |= guard != NULL;
  }
  return any;
}
