/* What the copies do not do, as write to memory or throw, LLVM infers for optimised input; here it
 * does so for the copies, whatever the input. */
#include "prepare.h"

#include <string.h>

static void give_copies_linkage(const Map *copies, LLVMLinkage linkage) {
  for (size_t i = 0; i < map_count(copies); i++) {
    const void *copy;
    map_entry(copies, i, &copy);
    LLVMSetLinkage((LLVMValueRef)copy, linkage);
  }
}

/* What stands for a step that LLVM must not look through returns its argument, which it must not be
 * told. */
static void keep_barriers(LLVMModuleRef module) {
  static const char prefix[] = "adcc_", returned[] = "returned";
  unsigned kind = LLVMGetEnumAttributeKindForName(returned, strlen(returned));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!strncmp(LLVMGetValueName2(f, &(size_t){0}), prefix, strlen(prefix)))
      for (unsigned i = 1; i <= LLVMCountParams(f); i++)
        LLVMRemoveEnumAttributeAtIndex(f, i, kind);
}

static bool infer(Preparation *preparation, LLVMModuleRef module) {
  PassTuning none = {false, false, false};
  /* Nothing calls a private function that is to be differentiated: LLVM would pass over it. */
  give_copies_linkage(preparation->entered, LLVMExternalLinkage);
  bool fine = module_run_passes(preparation->sink, module, preparation->machine,
                                "cgscc(function-attrs)", none);
  give_copies_linkage(preparation->entered, LLVMInternalLinkage);
  keep_barriers(module);
  for (size_t i = 0; i < map_count(preparation->source) && fine; i++) {
    const void *copy;
    map_entry(preparation->source, i, &copy);
    if (!LLVMIsDeclaration((LLVMValueRef)copy))
      prepare_lower_invokes(preparation, (LLVMValueRef)copy); /* of what turns out not to throw */
  }
  return fine;
}

bool prepare_infer_effects(Preparation *preparation, LLVMModuleRef module) {
  if (preparation->no_preopt)
    return true;
  return infer(preparation, module) &&
         (!prepare_pass_by_value(preparation) || infer(preparation, module));
}
