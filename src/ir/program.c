/* program.c: what a program keeps from other files; see ir.h. */
#include "ir.h"

#include <llvm-c/Comdat.h>
#include <stdio.h>
#include <string.h>

static const char mark[] = "adcc.program";

void program_mark(LLVMModuleRef module) {
  LLVMValueRef entry = LLVMGetNamedFunction(module, "main");
  if (entry && !LLVMIsDeclaration(entry))
    LLVMGetOrInsertNamedMetadata(module, mark, strlen(mark));
}

void program_own_wrappers(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !strncmp(LLVMGetValueName2(f, &(size_t){0}), "_ZTW", 4)) {
      LLVMSetComdat(f, NULL);
      LLVMSetLinkage(f, LLVMInternalLinkage);
      LLVMSetVisibility(f, LLVMDefaultVisibility);
      build_remove_attribute(f, "noinline");
      build_remove_attribute(f, "optnone");
      build_add_attribute(f, "alwaysinline");
    }
}

bool program_is_here(LLVMModuleRef module) {
  return LLVMGetNamedMetadata(module, mark, strlen(mark)) != NULL;
}

bool program_may_keep(LLVMValueRef global) {
  return program_is_here(LLVMGetGlobalParent(global)) && !LLVMIsDeclaration(global) &&
         LLVMGetLinkage(global) == LLVMExternalLinkage &&
         strcmp(LLVMGetValueName2(global, &(size_t){0}), "main") != 0;
}

/* GNU's linker prints what the section says where another file asks for the name. */
static void add_warning(LLVMModuleRef module, const char *name) {
  char lines[1024];
  int length =
      snprintf(lines, sizeof lines,
               ".section \".gnu.warning.%s\",\"\",%%progbits\n"
               ".ascii \"adcc has made this static: what is differentiated keeps "
               "memory to work in there, and main is in the same input. Give adcc all files "
               "that use it, or keep main out of its input\"\n"
               ".text\n",
               name);
  if (length < (int)sizeof lines && !strpbrk(name, "\"\\\n"))
    LLVMAppendModuleInlineAsm(module, lines, (size_t)length);
}

void program_keep(LLVMValueRef global) {
  if (!program_may_keep(global))
    return;
  LLVMModuleRef module = LLVMGetGlobalParent(global);
  if (strstr(LLVMGetTarget(module), "linux"))
    add_warning(module, LLVMGetValueName2(global, &(size_t){0}));
  LLVMSetLinkage(global, LLVMInternalLinkage);
  LLVMSetVisibility(global, LLVMDefaultVisibility);
}
