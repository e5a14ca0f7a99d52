/* Words that LLVM puts together of parts of others, as a structure of a number and an integer that
 * a function hands on in another order: a funnel shift by a constant,
 *
 *   fshl(x, y, 32)   ->   x << 32 | y >> 32
 *
 * becomes the shifts that the rest knows, and who looks at one of the two parts alone gets that
 * from where it came.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

#include <string.h>

/* `high` shifted to the left by `places`, and below it the upper bits of `low`. */
typedef struct {
  LLVMValueRef high, low;
  unsigned places, bits;
} Funnel;

static bool is_intrinsic(LLVMValueRef callee, const char *name) {
  return LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID(name, strlen(name));
}

static bool funnel_of(LLVMValueRef call, Funnel *funnel) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  bool left = callee && is_intrinsic(callee, "llvm.fshl");
  if (!callee || (!left && !is_intrinsic(callee, "llvm.fshr")) ||
      LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind ||
      !LLVMIsAConstantInt(LLVMGetOperand(call, 2)))
    return false;
  unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(call));
  unsigned places = (unsigned)(LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) % bits);
  *funnel = (Funnel){.high = LLVMGetOperand(call, 0),
                     .low = LLVMGetOperand(call, 1),
                     .places = left ? places : bits - places,
                     .bits = bits};
  return places != 0 && bits <= 64;
}

static LLVMValueRef high_part(LLVMBuilderRef builder, const Funnel *funnel) {
  LLVMTypeRef type = LLVMTypeOf(funnel->high);
  return LLVMBuildShl(builder, funnel->high, LLVMConstInt(type, funnel->places, false), "");
}

static LLVMValueRef low_part(LLVMBuilderRef builder, const Funnel *funnel) {
  LLVMTypeRef type = LLVMTypeOf(funnel->low);
  LLVMValueRef places = LLVMConstInt(type, funnel->bits - funnel->places, false);
  return LLVMBuildLShr(builder, funnel->low, places, "");
}

/* The part that is all that the user looks at, or NULL. */
static LLVMValueRef part_for(LLVMBuilderRef builder, const Funnel *funnel, LLVMValueRef user) {
  if (LLVMIsATruncInst(user) && LLVMGetIntTypeWidth(LLVMTypeOf(user)) <= funnel->places)
    return low_part(builder, funnel);
  bool shifts = LLVMIsABinaryOperator(user) && (LLVMGetInstructionOpcode(user) == LLVMLShr ||
                                                LLVMGetInstructionOpcode(user) == LLVMAShr);
  LLVMValueRef amount = shifts ? LLVMGetOperand(user, 1) : NULL;
  if (amount && LLVMIsAConstantInt(amount) && LLVMConstIntGetZExtValue(amount) >= funnel->places)
    return high_part(builder, funnel);
  return NULL;
}

static void lower(LLVMBuilderRef builder, LLVMValueRef call, const Funnel *funnel) {
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  for (LLVMUseRef next, use = LLVMGetFirstUse(call); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use), part = part_for(builder, funnel, user);
    if (part)
      LLVMSetOperand(user, 0, part);
  }
  if (LLVMGetFirstUse(call)) {
    LLVMValueRef word =
        LLVMBuildOr(builder, high_part(builder, funnel), low_part(builder, funnel), "");
    if (LLVMIsABinaryOperator(word))
      LLVMSetIsDisjoint(word, true);
    LLVMReplaceAllUsesWith(call, word);
  }
  LLVMInstructionEraseFromParent(call);
}

bool prepare_lower_funnels(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, call = LLVMGetFirstInstruction(block); call; call = next) {
      Funnel funnel;
      next = LLVMGetNextInstruction(call);
      if (!funnel_of(call, &funnel))
        continue;
      lower(builder, call, &funnel);
      changed = true;
    }
  LLVMDisposeBuilder(builder);
  return changed;
}
