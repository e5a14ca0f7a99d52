/* Masked loads and stores, gathers and scatters, compressed and expanded memory: one guarded scalar
 * access for each lane, which differentiates like any other. LLVM does it, told of no target, so
 * that no target's masked instructions keep it from doing so. */
#include "prepare.h"
#include <string.h>

static bool is_masked(LLVMValueRef call) {
  static const char *const names[] = {"llvm.masked.load",       "llvm.masked.store",
                                      "llvm.masked.gather",     "llvm.masked.scatter",
                                      "llvm.masked.expandload", "llvm.masked.compressstore"};
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  if (!callee || !LLVMGetIntrinsicID(callee))
    return false;
  const char *name = LLVMGetValueName2(callee, &(size_t){0});
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(name, names[i], strlen(names[i])))
      return true;
  return false;
}

bool prepare_lower_masked(DiagSink *sink, LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_masked(instruction))
        return function_run_passes(sink, function, NULL, "scalarize-masked-mem-intrin");
  return false;
}
