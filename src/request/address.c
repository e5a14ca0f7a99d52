/* Which functions a call through a pointer may reach. */
#include "request.h"

#include <string.h>

static const char *const run_at_end[] = {
    "__cxa_atexit", "__cxa_thread_atexit", "__cxa_throw", "at_quick_exit", "atexit", "on_exit",
};

bool request_runs_at_end(LLVMValueRef callee) {
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  for (size_t i = 0; i < sizeof run_at_end / sizeof *run_at_end; i++)
    if (!strcmp(name, run_at_end[i]))
      return true;
  return false;
}

/* What clang has each function call for a profile, with its own address (-finstrument-functions).
 */
static bool only_names_function(LLVMValueRef callee) {
  static const char prefix[] = "__cyg_profile_func_";
  return !strncmp(LLVMGetValueName2(callee, &(size_t){0}), prefix, sizeof prefix - 1);
}

/* Does the call make the function that is its operand `index` reachable through pointers? */
static bool call_spreads(LLVMValueRef call, unsigned index) {
  LLVMValueRef callee = call_direct_callee(call);
  RequestMode mode;
  if (!callee || !LLVMIsDeclaration(callee))
    return true;
  if (request_entry_mode(callee, &mode))
    return index != request_primal_index(call);
  return !request_runs_at_end(callee) && !only_names_function(callee);
}

bool request_may_be_called_by_pointer(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) ||
        !LLVMIsAFunction(LLVMGetCalledValue(user)))
      return true;
    for (unsigned i = 0; i < call_argument_count(user); i++)
      if (LLVMGetOperand(user, i) == function && call_spreads(user, i))
        return true;
  }
  return false;
}
