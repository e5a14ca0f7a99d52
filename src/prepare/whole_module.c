/* What the whole module goes through before anything in it is looked at: front ends leave things to
 * LLVM's passes, some of which the input may not have seen. */
#include "prepare.h"

#include <string.h>

void prepare_enable_optimisation(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (value_has_function_attribute(f, "optnone")) {
      build_remove_attribute(f, "optnone");
      build_remove_attribute(f, "noinline");
      prepare_mark_as_written(f);
    }
}

bool prepare_infer_library(DiagSink *sink, LLVMModuleRef module, LLVMTargetMachineRef machine) {
  PassTuning none = {false, false, false};
  prepare_declare_strings(module);
  return module_run_passes(sink, module, machine, "inferattrs", none);
}

static bool has_intrinsics(LLVMModuleRef module, const char *prefix) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!strncmp(LLVMGetValueName2(f, &(size_t){0}), prefix, strlen(prefix)))
      return true;
  return false;
}

/* A thread's variable is named as any other global. Only a coroutine changes threads on the way. */
static void name_thread_locals(LLVMModuleRef module) {
  static const char address[] = "llvm.threadlocal.address";
  unsigned id = LLVMLookupIntrinsicID(address, strlen(address));
  for (LLVMValueRef callee = LLVMGetFirstFunction(module); callee;
       callee = LLVMGetNextFunction(callee))
    for (LLVMUseRef next, use = LLVMGetIntrinsicID(callee) == id ? LLVMGetFirstUse(callee) : NULL;
         use; use = next) {
      next = LLVMGetNextUse(use);
      LLVMValueRef call = LLVMGetUser(use);
      LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
      LLVMInstructionEraseFromParent(call);
    }
}

/* clang lowers its matrix type and splits coroutines itself, but not in bitcode that its passes
 * have not seen. */
bool prepare_lower_language(DiagSink *sink, LLVMModuleRef module, LLVMTargetMachineRef machine) {
  static const struct {
    const char *intrinsics, *passes;
  } lowered[] = {
      {"llvm.matrix.", "lower-matrix-intrinsics"},
      {"llvm.coro.", "coro-early,always-inline,cgscc(coro-split),coro-cleanup"},
      {"llvm.instrprof.", "instrprof"}, /* of clang's counters, without its passes */
  };
  PassTuning none = {false, false, false};
  for (size_t i = 0; i < sizeof lowered / sizeof *lowered; i++)
    if (has_intrinsics(module, lowered[i].intrinsics) &&
        !module_run_passes(sink, module, machine, lowered[i].passes, none))
      return false;
  name_thread_locals(module);
  return true;
}

bool prepare_asks_for_errno(LLVMModuleRef module) {
  static const char *const functions[] = {"__errno_location", "__error", "__errno", "___errno",
                                          "_errno"};
  static const char *const variables[] = {"errno", "signgam", "__signgam"};
  bool asks = false;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    asks |= LLVMGetNamedFunction(module, functions[i]) != NULL;
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    asks |= LLVMGetNamedGlobal(module, variables[i]) != NULL;
  return asks;
}
