/* The smaller and the larger of two numbers, where neither is a NaN: a comparison and a choice. The
 * derivative asks which one it was, and then keeps that answer, a byte, instead of both numbers.
 * LLVM puts the pair together again. So too of two integers that go to memory, where these may be
 * words that hold numbers at other times, and of two addresses: a choice moves what it chooses. */
#include "prepare.h"
#include <string.h>

/* The comparison by which the first of the operands is the result, also where they are equal. */
static bool predicate_of(LLVMValueRef call, LLVMRealPredicate *predicate) {
  static const struct {
    const char *name;
    LLVMRealPredicate predicate;
  } rows[] = {{"llvm.minnum", LLVMRealOLE},     {"llvm.maxnum", LLVMRealOGE},
              {"llvm.minimumnum", LLVMRealOLE}, {"llvm.maximumnum", LLVMRealOGE},
              {"llvm.minimum", LLVMRealOLE},    {"llvm.maximum", LLVMRealOGE}};
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  LLVMFastMathFlags wanted = LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros;
  if (!id || (LLVMGetFastMathFlags(call) & wanted) != wanted)
    return false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (id == LLVMLookupIntrinsicID(rows[i].name, strlen(rows[i].name))) {
      *predicate = rows[i].predicate;
      return true;
    }
  return false;
}

/* The same of integers. The absolute value chooses between the word and its negative. */
static bool integer_predicate_of(LLVMValueRef call, LLVMIntPredicate *predicate, bool *absolute) {
  static const struct {
    const char *name;
    LLVMIntPredicate predicate;
    bool absolute;
  } rows[] = {{"llvm.smin", LLVMIntSLE, false},
              {"llvm.smax", LLVMIntSGE, false},
              {"llvm.umin", LLVMIntULE, false},
              {"llvm.umax", LLVMIntUGE, false},
              {"llvm.abs", LLVMIntSGE, true}};
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  for (size_t i = 0; id && i < sizeof rows / sizeof *rows; i++)
    if (id == LLVMLookupIntrinsicID(rows[i].name, strlen(rows[i].name))) {
      *predicate = rows[i].predicate;
      *absolute = rows[i].absolute;
      return true;
    }
  return false;
}

/* Or is it an address, which is where in memory? */
static bool goes_to_memory(LLVMValueRef value, unsigned depth) {
  enum { MOVES = 3 };
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value) || LLVMIsAIntToPtrInst(user))
      return true;
    bool moves = LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsACallInst(user);
    if (moves && depth < MOVES && goes_to_memory(user, depth + 1))
      return true;
  }
  return false;
}

static bool comes_from_memory(LLVMValueRef value) {
  return LLVMIsALoadInst(value) || LLVMIsAPtrToIntInst(value);
}

/* Is it as long as a number, and does it come from memory and go there? */
static bool may_hold_number(LLVMValueRef call, bool absolute) {
  unsigned bits = LLVMGetIntTypeWidth(type_scalar(LLVMTypeOf(call)));
  bool loaded = comes_from_memory(LLVMGetOperand(call, 0)) ||
                (!absolute && comes_from_memory(LLVMGetOperand(call, 1)));
  return (bits == 32 || bits == 64) && loaded && goes_to_memory(call, 0);
}

static void lower_integer(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMIntPredicate predicate;
  bool absolute;
  if (!integer_predicate_of(call, &predicate, &absolute) || !may_hold_number(call, absolute))
    return;
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef a = LLVMGetOperand(call, 0), zero = LLVMConstNull(LLVMTypeOf(a));
  LLVMValueRef b = absolute ? LLVMBuildNeg(builder, a, "") : LLVMGetOperand(call, 1);
  LLVMValueRef first = LLVMBuildICmp(builder, predicate, a, absolute ? zero : b, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildSelect(builder, first, a, b, ""));
  LLVMInstructionEraseFromParent(call);
}

static void lower_number(LLVMBuilderRef builder, LLVMValueRef call, LLVMRealPredicate predicate) {
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef a = LLVMGetOperand(call, 0), b = LLVMGetOperand(call, 1);
  LLVMValueRef first = LLVMBuildFCmp(builder, predicate, a, b, "");
  LLVMValueRef chosen = LLVMBuildSelect(builder, first, a, b, "");
  LLVMFastMathFlags flags = LLVMGetFastMathFlags(call);
  if (LLVMIsAInstruction(first))
    LLVMSetFastMathFlags(first, flags);
  if (LLVMIsAInstruction(chosen) && LLVMCanValueUseFastMathFlags(chosen))
    LLVMSetFastMathFlags(chosen, flags);
  LLVMReplaceAllUsesWith(call, chosen);
  LLVMInstructionEraseFromParent(call);
}

void prepare_lower_extremes(LLVMValueRef function) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  FOR_EACH_BLOCK (block, function) {
    for (LLVMValueRef next, call = LLVMGetFirstInstruction(block); call; call = next) {
      LLVMRealPredicate predicate;
      next = LLVMGetNextInstruction(call);
      if (predicate_of(call, &predicate))
        lower_number(builder, call, predicate);
      else
        lower_integer(builder, call);
    }
  }
  LLVMDisposeBuilder(builder);
}
