/* The rules written in C (lib/ *.c), compiled to bitcode at build time and embedded: links the
 * definitions that a module calls and lacks. */
#include "rules.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Target.h>

extern const unsigned char adcc_rule_library_bitcode[];
extern const size_t adcc_rule_library_bitcode_size;

static bool is_wanted(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  return function && LLVMIsDeclaration(function);
}

/* Keeps what `module` wants and what that needs; true if anything is left. */
static bool keep_wanted(LLVMModuleRef library, LLVMModuleRef module) {
  Arena *arena = arena_create();
  Map *kept = map_create(arena);
  ValueArray work = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && is_wanted(module, LLVMGetValueName2(f, &(size_t){0}))) {
      map_set(kept, f, f);
      ARRAY_PUSH(arena, work, f);
    }
  while (work.count) {
    LLVMValueRef function = work.items[--work.count];
    FOR_EACH_BLOCK(block, function)
      FOR_EACH_INSTRUCTION(instruction, block)
        for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
          LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
          if (operand && LLVMIsAFunction(operand) && !LLVMIsDeclaration(operand) &&
              !map_has(kept, operand)) {
            map_set(kept, operand, operand);
            ARRAY_PUSH(arena, work, operand);
          }
        }
  }
  bool any = map_count(kept) > 0;
  for (LLVMValueRef next, f = LLVMGetFirstFunction(library); f && any; f = next) {
    next = LLVMGetNextFunction(f);
    if (LLVMIsDeclaration(f) || map_has(kept, f))
      continue;
    while (LLVMGetFirstBasicBlock(f)) /* a body nobody wants becomes a declaration */
      LLVMDeleteBasicBlock(LLVMGetFirstBasicBlock(f));
    LLVMSetLinkage(f, LLVMExternalLinkage);
  }
  arena_destroy(arena);
  return any;
}

bool rules_link_library(DiagSink *sink, LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      (const char *)adcc_rule_library_bitcode, adcc_rule_library_bitcode_size, "rules", false);
  LLVMModuleRef library;
  bool failed = LLVMParseBitcodeInContext2(context, buffer, &library);
  LLVMDisposeMemoryBuffer(buffer);
  if (failed) {
    diag_at(sink, NULL, DIAG_INTERNAL, "rules", "the embedded library cannot be read");
    return false;
  }
  if (!keep_wanted(library, module)) {
    LLVMDisposeModule(library);
    return true;
  }
  Arena *arena = arena_create();
  ARRAY(const char *) names = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) {
      size_t length;
      const char *name = LLVMGetValueName2(f, &length);
      ARRAY_PUSH(arena, names, arena_copy_string(arena, name, length));
    }
  LLVMSetTarget(library, LLVMGetTarget(module));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module));
  bool fine = module_link(sink, module, library);
  for (size_t i = 0; i < names.count && fine; i++)
    LLVMSetLinkage(LLVMGetNamedFunction(module, names.items[i]), LLVMInternalLinkage);
  arena_destroy(arena);
  return fine;
}
