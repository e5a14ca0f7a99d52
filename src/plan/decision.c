/* Decisions that the reverse sweep must not take again. What -ffast-math lets LLVM round in another
 * way there than in the forward sweep (an exponential from the library of vectors, a product that
 * is added at once) may come out on the other side of a comparison; and behind that the tape has
 * nothing of what is asked for. Where a value that one way alone has left on the tape depends on
 * it, the outcome of such a comparison is kept, and so are numbers that are rounded to integers. */
#include "plan.h"

static bool is_number(LLVMValueRef value) { return type_is_float(type_scalar(LLVMTypeOf(value))); }

static bool is_recomputed(const Plan *plan, LLVMValueRef value) {
  return map_has(plan->keep, value) && plan_keep(plan, value) == KEEP_RECOMPUTE;
}

static bool is_arithmetic(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) || LLVMIsACallInst(value);
}

/* May the operation, on operands that are the same, come out otherwise elsewhere? */
static bool may_round_otherwise(const Plan *plan, LLVMValueRef operation) {
  enum { SQUARE_ROOT = 8 }; /* its cost; what costs less, as the absolute value, is exact */
  const LLVMFastMathFlags free = LLVMFastMathAllowReassoc | LLVMFastMathAllowContract;
  if (!LLVMCanValueUseFastMathFlags(operation) || !is_arithmetic(operation))
    return false;
  LLVMFastMathFlags flags = LLVMGetFastMathFlags(operation);
  if (LLVMIsACallInst(operation)) {
    const Rule *rule = rule_of_call(operation);
    return flags & LLVMFastMathApproxFunc && (!rule || rule->cost >= SQUARE_ROOT);
  }
  if (LLVMGetInstructionOpcode(operation) == LLVMFDiv && flags & LLVMFastMathAllowReciprocal)
    return true;
  for (unsigned i = 0; i < 2 && flags & free; i++)
    if (is_recomputed(plan, LLVMGetOperand(operation, i)) &&
        is_arithmetic(LLVMGetOperand(operation, i)))
      return true;
  return false;
}

static bool is_uncertain(const Plan *plan, LLVMValueRef number, Map *seen) {
  if (!is_recomputed(plan, number) || !is_number(number) || map_has(seen, number))
    return false;
  map_set(seen, number, number);
  if (may_round_otherwise(plan, number))
    return true;
  ValueArray inputs = {0};
  plan_inputs(plan, number, false, &inputs);
  for (size_t i = 0; i < inputs.count; i++)
    if (is_uncertain(plan, inputs.items[i], seen))
      return true;
  return false;
}

static bool is_on_tape(const Plan *plan, LLVMValueRef value) {
  return plan_keep(plan, value) == KEEP_TAPE || map_get(plan->guard, value);
}

/* The blocks of the primal in which something is computed that the tape keeps, or may keep. */
static BlockArray blocks_that_keep(const Plan *plan) {
  const Sweep *sweep = plan->sweep;
  Map *primal_of = map_create(sweep->arena), *seen = map_create(sweep->arena);
  BlockArray blocks = {0};
  FOR_EACH_BLOCK (block, sweep->primal)
    map_set(primal_of, map_get(sweep->clone, LLVMBasicBlockAsValue(block)), block);
  for (size_t i = 0; i < map_count(plan->keep); i++) {
    const void *value;
    map_entry(plan->keep, i, &value);
    if (!is_on_tape(plan, (LLVMValueRef)value))
      continue;
    LLVMBasicBlockRef forward = LLVMGetInstructionParent((LLVMValueRef)value);
    LLVMBasicBlockRef block = map_get(primal_of, LLVMBasicBlockAsValue(forward));
    if (block && !map_has(seen, block))
      ARRAY_PUSH(sweep->arena, blocks, block);
    map_set(seen, block, block);
  }
  return blocks;
}

static bool decides_what_is_kept(const Plan *plan, LLVMValueRef branch, const BlockArray *keeping) {
  for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(branch, s);
    if (!block_has_one_predecessor(to))
      continue;
    for (size_t i = 0; i < keeping->count; i++)
      if (bridge_block_dominates(plan->sweep->analyses, to, keeping->items[i]))
        return true;
  }
  return false;
}

static bool is_integer(LLVMValueRef value) {
  return LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMIntegerTypeKind;
}

/* Does a branch or a switch on it, or on what is made of it and other integers? */
static bool decides(const Plan *plan, LLVMValueRef decision, const BlockArray *keeping, Map *seen) {
  if (map_has(seen, decision))
    return false;
  map_set(seen, decision, decision);
  for (LLVMUseRef use = LLVMGetFirstUse(decision); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool ends = LLVMIsABranchInst(user) || LLVMIsASwitchInst(user);
    if (ends ? decides_what_is_kept(plan, user, keeping)
             : is_integer(user) && decides(plan, user, keeping, seen))
      return true;
  }
  return false;
}

/* An integer that numbers decide on: the outcome of a comparison, a number that is rounded, its
 * bits. */
static bool is_decision(LLVMValueRef value) {
  return LLVMIsAFCmpInst(value) || LLVMIsAFPToSIInst(value) || LLVMIsAFPToUIInst(value) ||
         ((LLVMIsABitCastInst(value) || LLVMIsACallInst(value)) && is_integer(value));
}

static bool is_uncertain_decision(const Plan *plan, LLVMValueRef decision) {
  Map *seen = map_create(plan->sweep->arena);
  ValueArray inputs = {0};
  plan_inputs(plan, decision, false, &inputs);
  for (size_t i = 0; i < inputs.count; i++)
    if (is_uncertain(plan, inputs.items[i], seen))
      return true;
  return false;
}

bool plan_find_decisions(Plan *plan) {
  const Sweep *sweep = plan->sweep;
  BlockArray keeping = blocks_that_keep(plan);
  bool any = false;
  for (size_t i = 0; i < map_count(plan->keep) && keeping.count; i++) {
    const void *key;
    map_entry(plan->keep, i, &key);
    LLVMValueRef decision = (LLVMValueRef)key, primal = map_get(sweep->origin, decision);
    if (!primal || !is_decision(decision) || !is_recomputed(plan, decision) ||
        map_has(plan->decided, decision))
      continue;
    if (is_uncertain_decision(plan, decision) &&
        decides(plan, primal, &keeping, map_create(sweep->arena))) {
      map_set(plan->decided, decision, decision);
      any = true;
    }
  }
  return any;
}
