/* Values that an operation took the place of. A softmax leaves exp(x) in memory, then divides it by
 * the sum where it lies. What its derivative needs of the exponential need not be kept: it is the
 * quotient, which is still in memory, times the sum. So a value that lies in memory until one store
 * overwrites it, and all that it stores is an operation on what it read there, is read again from
 * that place and had back by the operation's inverse (inverses.def), if
 *   - the store comes to each place as often as the value was left there, right behind (bridge.h:
 *     bridge_follows), and not again;
 *   - the operation's other operand is known where the reverse sweep asks for the value: it is the
 *     same for both accesses, and is computed again from nothing that the sweep has left behind;
 *   - the value is only ever multiplied. Where the operation's result underflows, zero comes back:
 *     a product with it is as good as none, a quotient by it is infinite. */
#include "plan.h"

enum { MAX_USERS = 64 };

/* The operation whose result the store puts where one of its operands was read just before. */
static bool is_update(const Sweep *sweep, LLVMValueRef store, unsigned *operand) {
  LLVMValueRef operation = LLVMGetOperand(store, 0);
  if (!LLVMIsABinaryOperator(operation) ||
      LLVMGetInstructionParent(operation) != LLVMGetInstructionParent(store))
    return false;
  for (*operand = 0; *operand < 2; ++*operand) {
    LLVMValueRef read = LLVMGetOperand(operation, *operand);
    if (read == LLVMGetOperand(operation, 1 - *operand) || !LLVMIsALoadInst(read) ||
        !access_is_plain(read) || access_pointer(read) != access_pointer(store) ||
        LLVMGetInstructionParent(read) != LLVMGetInstructionParent(store))
      continue;
    LLVMValueRef next = LLVMGetNextInstruction(read);
    while (next != store && !remat_may_write(sweep, next, read))
      next = LLVMGetNextInstruction(next);
    if (next == store)
      return true;
  }
  return false;
}

/* Is a value of the primal the same wherever in the nest both accesses are executed? */
static bool is_common(const Sweep *sweep, LLVMValueRef value, LLVMValueRef first,
                      LLVMValueRef second) {
  if (!LLVMIsAInstruction(value))
    return true;
  BridgeLoopRef loop = bridge_loop_of(sweep->analyses, LLVMGetInstructionParent(value));
  return !loop || (bridge_loop_contains(loop, LLVMGetInstructionParent(first)) &&
                   bridge_loop_contains(loop, LLVMGetInstructionParent(second)));
}

static bool has_own_records(const Sweep *sweep, LLVMValueRef value) {
  for (size_t i = 0; i < sweep->call_blocks.count; i++)
    if (sweep->call_blocks.items[i] == LLVMGetInstructionParent(value))
      return true;
  return false;
}

/* May the other operand be asked for once the reverse sweep has passed where it was computed?
 * Neither what is read from a mirror may, which has gone further back then, nor what a block's
 * records hold; nor what needs the value that it is wanted for. */
static bool is_known_later(const Plan *plan, LLVMValueRef value, LLVMValueRef wanted) {
  const Sweep *sweep = plan->sweep;
  Map *seen = map_create(sweep->arena);
  ValueArray work = {0};
  ARRAY_PUSH(sweep->arena, work, value);
  while (work.count) {
    value = work.items[--work.count];
    if (remat_is_free(sweep, value) || map_has(seen, value))
      continue;
    map_set(seen, value, value);
    if (value == wanted || has_own_records(sweep, value) || mirror_of(plan, value))
      return false;
    if (LLVMIsALoadInst(value) || map_get(plan->stored, value))
      plan_inputs(plan, value, true, &work);
    plan_inputs(plan, value, false, &work);
  }
  return true;
}

/* ---- what is made of the value ---- */

static bool is_multiplied(LLVMValueRef user, LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMFMul:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFNeg:
  case LLVMFPExt:
  case LLVMFPTrunc:
    return true;
  case LLVMFDiv:
    return LLVMGetOperand(user, 1) != value;
  default:
    return false;
  }
}

/* In the reverse sweep: is what is computed from the value, up to where it is stored, chosen or
 * compared, sums of products with it? */
static bool is_multiplied_in_reverse(const Sweep *sweep, LLVMValueRef placeholder) {
  Map *reached = map_create(sweep->arena);
  ValueArray work = {0};
  ARRAY_PUSH(sweep->arena, work, placeholder);
  while (work.count) {
    LLVMValueRef value = work.items[--work.count];
    if (map_has(reached, value))
      continue;
    map_set(reached, value, value);
    if (map_count(reached) > MAX_USERS)
      return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (is_multiplied(user, value))
        ARRAY_PUSH(sweep->arena, work, user);
      else if (value == placeholder || (!LLVMIsAStoreInst(user) && !LLVMIsAPHINode(user) &&
                                        !LLVMIsASelectInst(user) && !LLVMIsAFCmpInst(user)))
        return false;
    }
  }
  return true;
}

/* Is the value, and what may be computed again from it, only multiplied where it is asked for? */
static bool is_only_multiplied(const Plan *plan, LLVMValueRef value) {
  const Sweep *sweep = plan->sweep;
  Map *reached = map_create(sweep->arena);
  ValueArray work = {0};
  map_set(reached, value, value);
  ARRAY_PUSH(sweep->arena, work, value);
  while (work.count) {
    LLVMValueRef part = work.items[--work.count];
    for (LLVMUseRef use = LLVMGetFirstUse(part); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!LLVMIsAInstruction(user) || map_has(reached, user) ||
          map_has(sweep->reverse_blocks, LLVMGetInstructionParent(user)) ||
          !remat_is_recomputable(sweep, user) || !map_has(plan->keep, user))
        continue;
      if (!is_multiplied(user, part) || map_count(reached) == MAX_USERS)
        return false;
      map_set(reached, user, user);
      ARRAY_PUSH(sweep->arena, work, user);
    }
  }
  for (size_t i = 0; i < sweep->fetches.count; i++) {
    const Fetch *fetch = &sweep->fetches.items[i];
    if (fetch->placeholder && map_has(reached, fetch->value) &&
        !is_multiplied_in_reverse(sweep, fetch->placeholder))
      return false;
  }
  return true;
}

const Inverse *inverse_of(const Plan *plan, LLVMValueRef value) {
  return map_get(plan->inverse, value);
}

void inverse_users(const Plan *plan, LLVMValueRef other, Map *reached, ValueArray *work) {
  for (size_t i = 0; i < map_count(plan->inverse); i++) {
    const void *key;
    const Inverse *inverse = map_entry(plan->inverse, i, &key);
    if (!inverse || inverse->other != other || map_has(reached, key))
      continue;
    map_set(reached, key, (void *)key);
    ARRAY_PUSH(plan->sweep->arena, *work, (LLVMValueRef)key);
  }
}

const Inverse *inverse_find(const Plan *plan, LLVMValueRef value, LLVMValueRef access,
                            LLVMValueRef writer) {
  const Sweep *sweep = plan->sweep;
  RuleInverse rule;
  unsigned operand;
  if (!LLVMIsAStoreInst(writer) || !access_is_plain(writer) || !is_update(sweep, writer, &operand))
    return NULL;
  LLVMValueRef operation = LLVMGetOperand(writer, 0);
  if (LLVMTypeOf(operation) != LLVMTypeOf(value) || !rule_inverse(operation, operand, &rule) ||
      !is_common(sweep, rule.other, access, writer) ||
      !bridge_follows(sweep->analyses, access, writer))
    return NULL;
  LLVMValueRef other = map_get(sweep->clone, rule.other);
  other = other ? other : rule.other;
  if (!is_known_later(plan, other, value) || !is_only_multiplied(plan, value))
    return NULL;
  Inverse *inverse = ARENA_NEW(sweep->arena, Inverse);
  *inverse = (Inverse){rule, operation, other};
  return inverse;
}
