/* Which calls are inlined into the copies that are differentiated. */
#include "prepare.h"

/* In instructions. A large function that is called in several places is differentiated once, not in
 * each of them, unless the caller does little else: then inlining it loses nothing, and what the
 * reverse sweep needs need not outlive a call. Where a program has had FREE_COPIES, the copies of
 * one function are to be no more than MOST_COPIED together: functions that call each other through
 * pointers would each grow to all of them. So are those of one that leads back to its caller: a
 * parser's rules would all lie in the first, as often as they are called there, and calls remain.
 */
enum { LARGE_CALLEE = 4000, LARGE_SHARED_CALLEE = 800, LARGE_TOGETHER = 2500 };
enum { SMALL_CALLEE = 40, FREE_COPIES = 16000, MOST_COPIED = 2000 };

static bool is_called_once(LLVMValueRef function) {
  LLVMUseRef use = LLVMGetFirstUse(function);
  return use && !LLVMGetNextUse(use);
}

static size_t count_uses(LLVMValueRef function) {
  size_t count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    count++;
  return count;
}

static size_t count_calls(LLVMValueRef caller, LLVMValueRef callee, LLVMValueRef copy) {
  size_t count = 0;
  FOR_EACH_BLOCK (block, caller)
    FOR_EACH_INSTRUCTION (call, block) {
      bool calls = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
      LLVMValueRef called = calls ? call_direct_callee(call) : NULL;
      count += called && (called == callee || called == copy);
    }
  return count;
}

/* Does what is called lead to its caller again? */
static bool leads_back(const Preparation *preparation, LLVMValueRef copy, LLVMValueRef caller) {
  LLVMValueRef original = map_get(preparation->source, caller);
  return calls_lead_to(copy, caller, NULL, map_create(preparation->arena)) ||
         (original && calls_lead_to(copy, original, NULL, map_create(preparation->arena)));
}

bool prepare_may_inline(Preparation *preparation, LLVMValueRef callee, LLVMValueRef copy,
                        LLVMValueRef call) {
  if (value_has_function_attribute(callee, "returns_twice") ||
      value_has_mark(call, "shouldrecompute") || value_has_mark(call, "nocache"))
    return false;
  if (value_has_function_attribute(callee, "alwaysinline") ||
      prepare_packs_floating_point(preparation->arena, copy) ||
      prepare_call_packs_floating_point(preparation->arena, call))
    return true;
  if (value_has_function_attribute(callee, "noinline") ||
      value_has_function_attribute(call, "noinline"))
    return false;
  size_t size = function_size(copy);
  if (size > LARGE_CALLEE)
    return false;
  if (size <= SMALL_CALLEE || is_called_once(callee))
    return true;
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  if ((preparation->copied > FREE_COPIES && size * count_uses(callee) > MOST_COPIED) ||
      (size * count_calls(caller, callee, copy) > MOST_COPIED &&
       leads_back(preparation, copy, caller)))
    return false;
  if (size > LARGE_SHARED_CALLEE && size + function_size(caller) > LARGE_TOGETHER)
    return false;
  preparation->copied += size;
  return true;
}
