/* What is emitted beside or instead of the whole module: a header, or the derivatives alone. */
#include "publish.h"

#include <errno.h>
#include <llvm-c/Comdat.h>
#include <stdio.h>
#include <string.h>

bool publish_header(DiagSink *sink, const char *path, const NamedDerivativeArray *named) {
  FILE *file = fopen(path, "w");
  if (!file) {
    diag_at(sink, NULL, DIAG_CANNOT_WRITE, path, strerror(errno));
    return false;
  }
  fputs("/* Derivatives emitted by adcc. */\n#pragma once\n#include <stdbool.h>\n#include "
        "<stdint.h>\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n",
        file);
  for (size_t i = 0; i < named->count; i++)
    fprintf(file, "\n%s", named->items[i].prototype);
  fputs("\n#ifdef __cplusplus\n}\n#endif\n", file);
  bool fine = !ferror(file);
  fine = fclose(file) == 0 && fine;
  if (!fine)
    diag_at(sink, NULL, DIAG_CANNOT_WRITE, path, strerror(errno));
  return fine;
}

static bool is_exported(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return !LLVMIsDeclaration(global) && linkage != LLVMInternalLinkage &&
         linkage != LLVMPrivateLinkage && linkage != LLVMAppendingLinkage &&
         linkage != LLVMAvailableExternallyLinkage;
}

/* Another object defines what stays here for inlining only. */
static void make_external(LLVMValueRef global) {
  LLVMSetComdat(global, NULL);
  LLVMSetLinkage(global, LLVMAvailableExternallyLinkage);
}

void publish_only_derivatives(LLVMModuleRef module, const Map *derivatives) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (is_exported(f) && !map_has(derivatives, f))
      make_external(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (is_exported(g) && strncmp(LLVMGetValueName2(g, &(size_t){0}), "llvm.", 5) != 0)
      make_external(g);
}
