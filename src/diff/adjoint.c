/* Adjoints of SSA values: one stack slot a value and lane, promoted to registers before the plan.
 * A slot is read once, at the reverse of the value's definition, and reset there, so that the next
 * (earlier) iteration of a loop starts from zero. */
#include "diff.h"

#include <math.h>
#include <string.h>

bool value_is_zero(LLVMValueRef value) {
  if (!LLVMIsAConstant(value))
    return false;
  return LLVMIsNull(value) ||
         (LLVMIsAConstantFP(value) && LLVMConstRealGetDouble(value, &(LLVMBool){0}) == 0.0);
}

static LLVMValueRef *slots_of(Deriver *deriver, LLVMValueRef value) {
  LLVMValueRef *lanes = map_get(deriver->adjoint, value);
  if (!lanes) {
    lanes = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, deriver->width);
    map_set(deriver->adjoint, value, lanes);
  }
  return lanes;
}

void adjoint_share(Deriver *deriver, LLVMValueRef value, LLVMValueRef other) {
  map_set(deriver->adjoint, other, slots_of(deriver, value));
}

static LLVMValueRef slot_of(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  LLVMValueRef *lanes = slots_of(deriver, value);
  if (!lanes[lane]) {
    LLVMTypeRef type = deriver_adjoint_type(deriver, value);
    LLVMValueRef slot = build_alloca_in_entry(deriver->sweep.function, type, "adjoint");
    bridge_set_value_name_like(slot, value, ".adjoint");
    LLVMValueRef first = LLVMGetFirstInstruction(deriver->sweep.reverse_entry);
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext(LLVMGetModuleContext(deriver->diff->module));
    if (first)
      LLVMPositionBuilderBefore(builder, first);
    else
      LLVMPositionBuilderAtEnd(builder, deriver->sweep.reverse_entry);
    LLVMBuildStore(builder, build_zero(type), slot);
    LLVMDisposeBuilder(builder);
    ARRAY_PUSH(deriver->sweep.arena, deriver->sweep.adjoint_slots, slot);
    lanes[lane] = slot;
  }
  return lanes[lane];
}

LLVMValueRef adjoint_read(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  return LLVMBuildLoad2(deriver->builder, deriver_adjoint_type(deriver, value),
                        slot_of(deriver, value, lane), "");
}

LLVMValueRef adjoint_take(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  LLVMValueRef result = adjoint_read(deriver, value, lane);
  LLVMBuildStore(deriver->builder, build_zero(LLVMTypeOf(result)), slot_of(deriver, value, lane));
  return result;
}

/* Sums that we introduce have no order that a user could rely on, so they may be reassociated and
 * contracted; what the primal's own operation allows is allowed for its derivative too. */
static void relax(Deriver *deriver, LLVMValueRef built, LLVMValueRef like, bool introduced) {
  if (!LLVMIsAInstruction(built) || !LLVMCanValueUseFastMathFlags(built))
    return;
  LLVMFastMathFlags flags = LLVMFastMathNone;
  if (like && LLVMIsAInstruction(like) && LLVMCanValueUseFastMathFlags(like))
    flags =
        LLVMGetFastMathFlags(like) & ~(LLVMFastMathFlags)(LLVMFastMathNoNaNs | LLVMFastMathNoInfs);
  if (introduced && !deriver->diff->strict_order)
    flags |= LLVMFastMathAllowReassoc | LLVMFastMathAllowContract | LLVMFastMathNoSignedZeros;
  LLVMSetFastMathFlags(built, flags);
}

/* Adds the floating-point leaves of two values of one type. */
LLVMValueRef build_accumulate(Deriver *deriver, LLVMValueRef sum, LLVMValueRef delta,
                              LLVMValueRef like) {
  LLVMTypeRef type = LLVMTypeOf(sum);
  if (value_is_zero(delta))
    return sum;
  if (type_is_float_or_vector(type)) {
    if (value_is_zero(sum))
      return delta;
    LLVMValueRef result = LLVMBuildFAdd(deriver->builder, sum, delta, "");
    relax(deriver, result, like, true);
    return result;
  }
  unsigned count;
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
    count = LLVMCountStructElementTypes(type);
  else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    count = (unsigned)LLVMGetArrayLength2(type);
  else
    return sum; /* integers and pointers have no adjoint */
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef element = LLVMGetTypeKind(type) == LLVMStructTypeKind
                              ? LLVMStructGetTypeAtIndex(type, i)
                              : LLVMGetElementType(type);
    if (!type_contains_float(element))
      continue;
    LLVMValueRef a = LLVMBuildExtractValue(deriver->builder, sum, i, "");
    LLVMValueRef b = LLVMBuildExtractValue(deriver->builder, delta, i, "");
    sum = LLVMBuildInsertValue(deriver->builder, sum, build_accumulate(deriver, a, b, like), i, "");
  }
  return sum;
}

/* A constant with a lane that is infinite or NaN, as where a library makes an infinity. */
static bool is_infinite_constant(LLVMValueRef value) {
  if (LLVMIsAConstantFP(value))
    return !isfinite(LLVMConstRealGetDouble(value, &(LLVMBool){0}));
  if (!LLVMIsAConstant(value) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
    return false;
  for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(value)); i++) {
    LLVMValueRef lane = LLVMGetAggregateElement(value, i);
    if (lane && is_infinite_constant(lane))
      return true;
  }
  return false;
}

/* Asked in loops alone: elsewhere a guard costs little, and the selects of guards divide long code
 * into pieces that LLVM's passes (Float2Int, two-address) take in one, in a time that is quadratic.
 */
static bool stays_far_from_zero(const Deriver *deriver, LLVMValueRef operation, unsigned operand) {
  return bridge_loop_of(deriver->sweep.analyses, LLVMGetInstructionParent(operation)) &&
         number_is_far_from_zero(LLVMGetOperand(operation, operand));
}

/* Partials that can be infinite or NaN where the function is not: of divisions, of functions with a
 * singularity (sqrt at 0), and of products with an infinity, which an optimiser may have made run
 * where the program does not; not where what is divided by stays away from zero. There a zero
 * derivative must stay zero. Flags that promise finite values say nothing about partials, nor about
 * operations that a select discards. */
static bool partial_may_be_infinite(const Deriver *deriver, LLVMValueRef partial,
                                    LLVMValueRef like) {
  enum { CHEAP = 4 }; /* rows cheaper than this (fma, fabs, copysign, fmin) have bounded partials */
  if (is_infinite_constant(partial))
    return true;
  if (!like || !LLVMIsAInstruction(like))
    return false;
  switch (LLVMGetInstructionOpcode(like)) {
  case LLVMFDiv:
    return !stays_far_from_zero(deriver, like, 1);
  case LLVMFRem:
    return true;
  case LLVMCall: {
    const Rule *rule = rule_of_call(like);
    return rule && rule->cost >= CHEAP &&
           !(rule_least(rule) == LEAST_ROOT && stays_far_from_zero(deriver, like, 0));
  }
  default:
    return false;
  }
}

/* Where a phi takes `value` from its edge. */
static LLVMValueRef end_of_edge(LLVMValueRef phi, LLVMValueRef value) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingValue(phi, i) == value)
      return LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i));
  return phi;
}

/* Is there an iteration of a loop behind `operation` without this user? */
static bool is_skipped(BridgeAnalysesRef analyses, LLVMValueRef operation, LLVMValueRef user) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(operation);
  BridgeLoopRef loop = bridge_loop_of(analyses, LLVMGetInstructionParent(user));
  if (LLVMIsAPHINode(user)) { /* a choice, but where it starts a loop */
    if (loop && LLVMGetInstructionParent(user) != bridge_loop_header(loop))
      return !bridge_loop_contains(loop, home);
    user = end_of_edge(user, operation);
    loop = bridge_loop_of(analyses, LLVMGetInstructionParent(user));
  }
  for (; loop && !bridge_loop_contains(loop, home); loop = bridge_loop_parent(loop)) {
    LLVMBasicBlockRef latch = bridge_loop_latch(loop);
    if (!latch || !bridge_dominates(analyses, user, LLVMGetBasicBlockTerminator(latch)))
      return true;
    user = LLVMGetFirstInstruction(bridge_loop_header(loop));
  }
  return false;
}

/* May a select discard this operation's result, or does a loop behind it use it in some iterations
 * only? Then an optimiser may have made it run where the program does not, on operands of any
 * value, and with an adjoint of zero. */
static bool may_be_discarded(const Deriver *deriver, LLVMValueRef operation, unsigned *budget) {
  if (*budget == 0 || LLVMIsAPHINode(operation) || !type_is_float_or_vector(LLVMTypeOf(operation)))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(operation); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user))
      continue;
    if (*budget == 0)
      return false;
    --*budget;
    if (LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) != operation)
      return true;
    if (is_skipped(deriver->sweep.analyses, operation, user) ||
        (!LLVMIsASelectInst(user) && may_be_discarded(deriver, user, budget)))
      return true;
  }
  return false;
}

LLVMValueRef build_product(Deriver *deriver, LLVMValueRef partial, LLVMValueRef derivative,
                           LLVMValueRef like) {
  if (LLVMIsAConstantFP(partial) && LLVMConstRealGetDouble(partial, &(LLVMBool){0}) == 1.0)
    return derivative;
  if (value_is_zero(derivative))
    return derivative;
  LLVMValueRef product = LLVMBuildFMul(deriver->builder, derivative, partial, "");
  relax(deriver, product, like, true);
  unsigned budget = 32; /* optimisers run but few operations ahead of their condition */
  bool discarded = deriver->key->mode != REQUEST_FORWARD && !LLVMIsAConstant(partial) && like &&
                   LLVMIsAInstruction(like) && may_be_discarded(deriver, like, &budget);
  if (!deriver->key->strong_zero && !discarded && !partial_may_be_infinite(deriver, partial, like))
    return product;
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(derivative));
  LLVMValueRef is_zero = LLVMBuildFCmp(deriver->builder, LLVMRealOEQ, derivative, zero, "");
  return LLVMBuildSelect(deriver->builder, is_zero, zero, product, "");
}

static bool is_multiple(LLVMValueRef value, LLVMValueRef factor, unsigned depth) {
  if (value == factor)
    return true;
  if (depth == 0 || !LLVMIsAInstruction(value))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMFMul:
    return is_multiple(LLVMGetOperand(value, 0), factor, depth - 1) ||
           is_multiple(LLVMGetOperand(value, 1), factor, depth - 1);
  case LLVMFAdd:
  case LLVMFSub:
    return is_multiple(LLVMGetOperand(value, 0), factor, depth - 1) &&
           is_multiple(LLVMGetOperand(value, 1), factor, depth - 1);
  case LLVMFDiv:
  case LLVMFNeg:
    return is_multiple(LLVMGetOperand(value, 0), factor, depth - 1);
  default:
    return false;
  }
}

LLVMValueRef product_guarded(const Deriver *deriver, LLVMValueRef select) {
  LLVMValueRef compare = LLVMIsAFCmpInst(LLVMGetOperand(select, 0));
  if (deriver->diff->round == 0 || !compare || !value_is_zero(LLVMGetOperand(compare, 1)))
    return NULL;
  LLVMRealPredicate is = LLVMGetFCmpPredicate(compare);
  bool equal = is == LLVMRealOEQ || is == LLVMRealUEQ;
  if (!equal && is != LLVMRealUNE && is != LLVMRealONE)
    return NULL;
  LLVMValueRef product = LLVMGetOperand(select, equal ? 2 : 1);
  return value_is_zero(LLVMGetOperand(select, equal ? 1 : 2)) &&
                 is_multiple(product, LLVMGetOperand(compare, 0), 6)
             ? product
             : NULL;
}

LLVMValueRef product_condition(Deriver *deriver, LLVMValueRef select, LLVMValueRef condition,
                               LLVMValueRef product) {
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(product));
  if (value_is_zero(LLVMGetOperand(select, 1)))
    return LLVMBuildAnd(deriver->builder, condition,
                        LLVMBuildFCmp(deriver->builder, LLVMRealUNE, product, zero, ""), "");
  return LLVMBuildOr(deriver->builder, condition,
                     LLVMBuildFCmp(deriver->builder, LLVMRealOEQ, product, zero, ""), "");
}

void adjoint_add(Deriver *deriver, LLVMValueRef value, unsigned lane, LLVMValueRef delta) {
  if (!deriver_is_active(deriver, value) || value_is_zero(delta))
    return;
  if (mixed_is_computed(deriver, value)) {
    mixed_check(deriver, delta, types_of_value(deriver->sweep.types, value, 0).type);
    return;
  }
  LLVMValueRef old = adjoint_read(deriver, value, lane);
  LLVMTypeRef type = LLVMTypeOf(old);
  if (LLVMIsAPtrToIntInst(value) && !type_contains_float(type)) { /* read as what it never is */
    mixed_check(deriver, delta, NULL);
    return;
  }
  delta = byte_move_as(deriver, delta, type);
  if (!delta) {
    deriver_error(deriver, value, DIAG_UNKNOWN_TYPE, "its bytes are used as different types");
    return;
  }
  if (!type_contains_float(type)) {
    deriver_error(deriver, value, DIAG_UNKNOWN_TYPE,
                  "it moves a derivative but the type of its bytes is not known");
    return;
  }
  LLVMValueRef sum = shared_sum_of_value(deriver, value, old, delta);
  LLVMBuildStore(deriver->builder, sum, slot_of(deriver, value, lane));
}

void adjoint_add_word(Deriver *deriver, LLVMValueRef value, unsigned lane, LLVMValueRef word) {
  if (!deriver_is_active(deriver, value))
    return;
  if (LLVMIsABitCastInst(value) && type_is_float_or_vector(LLVMTypeOf(LLVMGetOperand(value, 0)))) {
    adjoint_add(deriver, LLVMGetOperand(value, 0), lane, word);
  } else if (unknown_is_moved(deriver, value)) {
    LLVMValueRef sum = unknown_accumulate(deriver, value, adjoint_read(deriver, value, lane), word);
    LLVMBuildStore(deriver->builder, sum, slot_of(deriver, value, lane));
  } else if (type_contains_float(deriver_adjoint_type(deriver, value))) {
    adjoint_add(deriver, value, lane, word);
  } else {
    unknown_expect_none(deriver, word);
  }
}

void adjoint_pass(Deriver *deriver, LLVMValueRef choice, LLVMValueRef value, unsigned lane,
                  LLVMValueRef delta) {
  if (unknown_is_moved(deriver, choice))
    adjoint_add_word(deriver, value, lane, delta);
  else
    adjoint_add(deriver, value, lane, delta);
}
