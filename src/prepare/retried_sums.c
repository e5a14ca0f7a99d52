/* retried_sums: a loop that adds to a number until nobody has changed it in between is one atomic
 * addition:
 *
 *   old = load p;  do  x = cmpxchg p, old, bits(number(old) + v);  while (!x.done, old = x.seen)
 *
 * Each such exchange, also the first one that LLVM has taken out of the loop, becomes an addition
 * that always succeeds. That is a run of the program which others may have seen, where `old` is
 * what was last read from p, served for nothing but this, and was not changed meanwhile by the
 * thread itself.
 *
 * Requires: variables in registers. Invalidates: analyses of the function, its blocks need
 * simplifying. */
#include "prepare.h"

enum { MOST_STEPS = 64 };

typedef struct {
  Arena *arena;
  BridgeAnalysesRef analyses;
  LLVMValueRef exchange, pointer, old; /* old: without casts */
  LLVMValueRef sum;                    /* of the number and ... */
  LLVMValueRef added, factor; /* what is added to it, or taken from it; times, if not NULL */
  ValueArray loads;           /* that `old` comes from */
} AtomicSum;

static LLVMValueRef without_casts(LLVMValueRef value) {
  while (LLVMIsABitCastInst(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

/* Is it computed from `root`, as far as that shows? */
static bool is_computed_from(LLVMValueRef value, LLVMValueRef root, unsigned *steps) {
  if (value == root || (*steps)++ >= MOST_STEPS)
    return true;
  if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || LLVMIsALoadInst(value))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    if (is_computed_from(LLVMGetOperand(value, (unsigned)i), root, steps))
      return true;
  return false;
}

static bool is_sum(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) && (LLVMGetInstructionOpcode(value) == LLVMFAdd ||
                                          LLVMGetInstructionOpcode(value) == LLVMFSub);
}

/* A product to which something is added, in one operation or in two. */
static bool is_product_sum(LLVMValueRef value) {
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  return callee && LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID("llvm.fmuladd", 12);
}

static bool find_sum(AtomicSum *atomic) {
  atomic->pointer = LLVMGetOperand(atomic->exchange, 0);
  atomic->old = without_casts(LLVMGetOperand(atomic->exchange, 1));
  atomic->sum = without_casts(LLVMGetOperand(atomic->exchange, 2));
  LLVMValueRef sum = atomic->sum, old = atomic->old;
  if (!LLVMIsAInstruction(old) || (!is_sum(sum) && !is_product_sum(sum)))
    return false;
  LLVMValueRef left = LLVMGetOperand(sum, 0), right = LLVMGetOperand(sum, 1);
  if (is_product_sum(sum)) {
    atomic->added = left;
    atomic->factor = right;
    if (without_casts(LLVMGetOperand(sum, 2)) != old)
      return false;
  } else {
    bool first = without_casts(left) == old;
    if (!first && (LLVMGetInstructionOpcode(sum) == LLVMFSub || without_casts(right) != old))
      return false;
    atomic->added = first ? right : left;
  }
  unsigned steps = 0;
  return !is_computed_from(atomic->added, old, &steps) &&
         (!atomic->factor || !is_computed_from(atomic->factor, old, &steps));
}

/* Is the operand looked at behind the exchange? */
static bool comes_after(const AtomicSum *atomic, LLVMValueRef user, unsigned operand) {
  if (LLVMIsAPHINode(user))
    user = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, operand));
  return bridge_dominates(atomic->analyses, atomic->exchange, user);
}

static bool all_come_after(const AtomicSum *atomic, LLVMValueRef user, LLVMValueRef value) {
  for (int i = 0; i < LLVMGetNumOperands(user); i++)
    if (LLVMGetOperand(user, (unsigned)i) == value && !comes_after(atomic, user, (unsigned)i))
      return false;
  return true;
}

/* Is what was read, or the sum, only used by the exchange and behind it? */
static bool serves_exchange(const AtomicSum *atomic, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool serves = user == atomic->sum || user == atomic->exchange ||
                  (LLVMIsABitCastInst(user) ? serves_exchange(atomic, user)
                                            : all_come_after(atomic, user, value));
    if (!serves)
      return false;
  }
  return true;
}

/* Does nothing depend on what was read but what is exchanged, and whether it was? */
static bool goes_to_exchanges(LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool compared = LLVMIsAICmpInst(user) && !LLVMIsAConstant(LLVMGetOperand(user, 0)) &&
                    !LLVMIsAConstant(LLVMGetOperand(user, 1));
    if (LLVMIsABitCastInst(user)
            ? !goes_to_exchanges(user)
            : !LLVMIsAPHINode(user) && !LLVMIsASelectInst(user) && !LLVMIsAExtractValueInst(user) &&
                  !LLVMIsAAtomicCmpXchgInst(user) && !is_sum(user) && !is_product_sum(user) &&
                  !compared)
      return false;
  }
  return true;
}

/* Does it hold what was last read from the place? */
static bool is_last_read(AtomicSum *atomic, LLVMValueRef value, Map *seen) {
  value = without_casts(value);
  if (map_has(seen, value))
    return true;
  map_set(seen, value, value);
  bool source = value == atomic->old || goes_to_exchanges(value);
  if (LLVMIsALoadInst(value)) {
    ARRAY_PUSH(atomic->arena, atomic->loads, value);
    return source && LLVMGetOperand(value, 0) == atomic->pointer && !LLVMGetVolatile(value);
  }
  if (LLVMIsAAtomicCmpXchgInst(value))
    return LLVMGetOperand(value, 0) == atomic->pointer;
  if (LLVMIsAExtractValueInst(value))
    return source && *LLVMGetIndices(value) == 0 &&
           is_last_read(atomic, LLVMGetOperand(value, 0), seen);
  if (source && LLVMIsASelectInst(value))
    return is_last_read(atomic, LLVMGetOperand(value, 1), seen) &&
           is_last_read(atomic, LLVMGetOperand(value, 2), seen);
  if (!source || !LLVMIsAPHINode(value))
    return false;
  for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
    if (!is_last_read(atomic, LLVMGetIncomingValue(value, i), seen))
      return false;
  return true;
}

/* Puts `now` where the value is used behind the exchange. */
static void replace_after(const AtomicSum *atomic, LLVMValueRef value, LLVMValueRef now) {
  ValueArray users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    ARRAY_PUSH(atomic->arena, users, LLVMGetUser(use));
  for (size_t k = 0; k < users.count; k++) {
    LLVMValueRef user = users.items[k];
    for (int i = 0; i < LLVMGetNumOperands(user); i++)
      if (LLVMGetOperand(user, (unsigned)i) == value && user != atomic->sum &&
          user != atomic->exchange && comes_after(atomic, user, (unsigned)i))
        LLVMSetOperand(user, (unsigned)i, now);
  }
}

/* The addition in the place of the exchange, as its result if that succeeds. */
static void replace(const AtomicSum *atomic) {
  LLVMValueRef exchange = atomic->exchange;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(exchange)));
  LLVMPositionBuilderBefore(builder, exchange);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(exchange));
  bool adds = !is_sum(atomic->sum) || LLVMGetInstructionOpcode(atomic->sum) == LLVMFAdd;
  LLVMValueRef added = atomic->added;
  if (atomic->factor)
    added = LLVMBuildFMul(builder, added, atomic->factor, "");
  LLVMValueRef number = LLVMBuildAtomicRMW(
      builder, adds ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpFSub, atomic->pointer, added,
      LLVMGetCmpXchgSuccessOrdering(exchange), LLVMIsAtomicSingleThread(exchange));
  LLVMSetAlignment(number, LLVMGetAlignment(exchange));
  LLVMValueRef sum =
      adds ? LLVMBuildFAdd(builder, number, added, "") : LLVMBuildFSub(builder, number, added, "");
  LLVMTypeRef of_bits = LLVMTypeOf(LLVMGetOperand(exchange, 1));
  LLVMValueRef bits = LLVMBuildBitCast(builder, number, of_bits, "");
  LLVMTypeRef flag = LLVMInt1TypeInContext(LLVMGetTypeContext(of_bits));
  LLVMValueRef result =
      LLVMBuildInsertValue(builder, LLVMGetPoison(LLVMTypeOf(exchange)), bits, 0, "");
  result = LLVMBuildInsertValue(builder, result, LLVMConstInt(flag, 1, false), 1, "");
  replace_after(atomic, atomic->sum, sum);
  bool is_number = LLVMTypeOf(atomic->old) == LLVMTypeOf(number);
  replace_after(atomic, atomic->old, is_number ? number : bits);
  for (LLVMUseRef use = LLVMGetFirstUse(atomic->old); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef cast = LLVMGetUser(use);
    if (LLVMIsABitCastInst(cast))
      replace_after(atomic, cast, LLVMTypeOf(cast) == LLVMTypeOf(number) ? number : bits);
  }
  for (size_t i = 0; i < atomic->loads.count; i++) /* nothing looks at them: LLVM may drop them */
    LLVMSetOrdering(atomic->loads.items[i], LLVMAtomicOrderingNotAtomic);
  LLVMReplaceAllUsesWith(exchange, result);
  LLVMInstructionEraseFromParent(exchange);
  LLVMDisposeBuilder(builder);
}

/* May the thread itself write to the place, from `at` backwards to the start of its block or to
 * where the place is read, which sets `*reads`? */
static bool writes_before(const AtomicSum *atomic, LLVMValueRef at, bool *reads) {
  for (; at && !*reads; at = LLVMGetPreviousInstruction(at)) {
    *reads = (LLVMIsALoadInst(at) || LLVMIsAAtomicCmpXchgInst(at)) &&
             LLVMGetOperand(at, 0) == atomic->pointer;
    if (!*reads && bridge_may_write_memory(at) &&
        bridge_may_write(atomic->analyses, at, atomic->loads.items[0]))
      return true;
  }
  return false;
}

/* The same, on any way to the exchange from where the place was last read. */
static bool writes_meanwhile(const AtomicSum *atomic) {
  if (!atomic->loads.count)
    return true;
  Map *seen = map_create(atomic->arena);
  ValueArray blocks = {0};
  ARRAY_PUSH(atomic->arena, blocks,
             LLVMBasicBlockAsValue(LLVMGetInstructionParent(atomic->exchange)));
  for (size_t i = 0; i < blocks.count; i++) {
    LLVMBasicBlockRef block = LLVMValueAsBasicBlock(blocks.items[i]);
    bool reads = false;
    if (writes_before(atomic,
                      i == 0 ? LLVMGetPreviousInstruction(atomic->exchange)
                             : LLVMGetLastInstruction(block),
                      &reads))
      return true;
    for (LLVMUseRef use = LLVMGetFirstUse(blocks.items[i]); use && !reads;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef from = LLVMIsATerminatorInst(LLVMGetUser(use));
      LLVMValueRef above = from ? LLVMBasicBlockAsValue(LLVMGetInstructionParent(from)) : NULL;
      if (!above || map_has(seen, above))
        continue;
      map_set(seen, above, above);
      ARRAY_PUSH(atomic->arena, blocks, above);
    }
  }
  return false;
}

static bool is_atomic_sum(AtomicSum *atomic) {
  return !LLVMGetVolatile(atomic->exchange) && find_sum(atomic) &&
         serves_exchange(atomic, atomic->old) && serves_exchange(atomic, atomic->sum) &&
         is_last_read(atomic, atomic->old, map_create(atomic->arena)) && !writes_meanwhile(atomic);
}

bool prepare_retried_sums(Arena *arena, LLVMValueRef function) {
  ValueArray exchanges = {0};
  ARRAY(AtomicSum) sums = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsAAtomicCmpXchgInst(instruction))
        ARRAY_PUSH(arena, exchanges, instruction);
  if (!exchanges.count)
    return false;
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  for (size_t i = 0; i < exchanges.count; i++) {
    AtomicSum atomic = {.arena = arena, .analyses = analyses, .exchange = exchanges.items[i]};
    if (is_atomic_sum(&atomic))
      ARRAY_PUSH(arena, sums, atomic);
  }
  for (size_t i = 0; i < sums.count; i++)
    replace(&sums.items[i]);
  bridge_analyses_dispose(analyses);
  return sums.count != 0;
}
