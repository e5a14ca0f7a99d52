/* emit_lowered in.bc out.bc: lowers every function case_… and renames it lowered_…. Fails if a call
 * is left that should have gone. */
#include "../../src/rules/rules.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <string.h>

static bool must_be_gone(LLVMValueRef callee) {
  static const char *const prefixes[] = {"sincos",
                                         "modf",
                                         "frexp",
                                         "remquo",
                                         "lgamma_r",
                                         "__mul",
                                         "__div",
                                         "c",
                                         "llvm.sincos",
                                         "llvm.modf",
                                         "llvm.vector.reduce.f",
                                         "llvm.experimental.constrained",
                                         "llvm.x86."};
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  /* Real functions that begin with c, for which there are rules. */
  if (rule_exists_for_function(callee))
    return strncmp(name, "lgamma_r", 8) == 0 || strncmp(name, "remquo", 6) == 0;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return false;
}

static bool lower_function(DiagSink *sink, LLVMValueRef function, const char *name) {
  if (!rules_lower(sink, function))
    return false;
  bool fine = true;
  FOR_EACH_BLOCK(block, function)
  FOR_EACH_INSTRUCTION(instruction, block) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? call_direct_callee(instruction) : NULL;
    if (callee && must_be_gone(callee)) {
      fprintf(stderr, "%s still calls %s\n", name, LLVMGetValueName(callee));
      fine = false;
    }
  }
  char renamed[128];
  snprintf(renamed, sizeof renamed, "lowered_%s", name + strlen("case_"));
  LLVMSetValueName2(function, renamed, strlen(renamed));
  return fine;
}

int main(int count, char **arguments) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message = NULL;
  if (count != 3 || LLVMCreateMemoryBufferWithContentsOfFile(arguments[1], &buffer, &message) ||
      LLVMParseBitcodeInContext2(context, buffer, &module)) {
    fprintf(stderr, "usage: emit_lowered in.bc out.bc %s\n", message ? message : "");
    return 2;
  }
  Arena *arena = arena_create();
  DiagSink *sink = diag_create(arena, DIAG_FORMAT_TEXT);
  bool fine = true;
  ValueArray functions = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    ARRAY_PUSH(arena, functions, f);
  for (size_t i = 0; i < functions.count; i++) {
    size_t length;
    const char *text = LLVMGetValueName2(functions.items[i], &length);
    if (strncmp(text, "case_", 5) == 0) {
      const char *name = arena_copy_string(arena, text, length);
      fine &= lower_function(sink, functions.items[i], name);
    }
  }
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
    fprintf(stderr, "%s\n", message);
    fine = false;
  }
  fine = fine && LLVMWriteBitcodeToFile(module, arguments[2]) == 0;
  LLVMDisposeMessage(message);
  arena_destroy(arena);
  LLVMDisposeModule(module);
  LLVMDisposeMemoryBuffer(buffer);
  LLVMContextDispose(context);
  return fine ? 0 : 1;
}
