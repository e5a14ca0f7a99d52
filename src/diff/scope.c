/* Alias scopes: the primal's memory, its shadows and the tape never overlap one another, whatever
 * the pointers are. Said on every access, it lets LLVM keep in registers and vectorise what would
 * otherwise need more run-time checks than it is ready to make. Not said under runtime activity,
 * where the shadow of an inactive object is the object itself. */
#include "diff.h"

#include <string.h>

void scope_begin(Sweep *sweep) {
  sweep->twin_scopes = map_create(sweep->arena);
  static const char *const names[SCOPES] = {"primal", "shadow", "tape", "mirror"};
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(sweep->function));
  size_t length;
  const char *function = LLVMGetValueName2(sweep->function, &length);
  LLVMMetadataRef name = LLVMMDStringInContext2(context, function, length);
  LLVMMetadataRef domain = LLVMMDNodeInContext2(context, &name, 1), scopes[SCOPES];
  for (unsigned i = 0; i < SCOPES; i++) {
    const char *text = arena_format(sweep->arena, "%s: %s", function, names[i]);
    LLVMMetadataRef scope[] = {LLVMMDStringInContext2(context, text, strlen(text)), domain};
    scopes[i] = LLVMMDNodeInContext2(context, scope, 2);
  }
  for (unsigned i = 0; i < SCOPES; i++) {
    unsigned count = 0;
    for (unsigned other = 0; other < SCOPES; other++)
      if (other != i)
        sweep->apart[i][count++] = scopes[other];
    sweep->scope[i][0] = scopes[i];
  }
}

void scope_mark(const Sweep *sweep, LLVMValueRef access, Scope memory) {
  if (!sweep->scope[memory][0])
    return;
  access_add_scopes(access, "alias.scope", sweep->scope[memory], 1);
  access_add_scopes(access, "noalias", sweep->apart[memory], SCOPES - 1);
}

void scope_mark_primal(const Sweep *sweep) {
  FOR_EACH_BLOCK (block, sweep->function)
    FOR_EACH_INSTRUCTION (access, block)
      if ((LLVMIsALoadInst(access) || LLVMIsAStoreInst(access)) && map_get(sweep->origin, access) &&
          !map_has(sweep->is_shadow, access))
        scope_mark(sweep, access, SCOPE_PRIMAL);
}
