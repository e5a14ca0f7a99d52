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

/* A scope says nothing of two executions of the function. Inlined into a loop it would, unless it
 * is declared where it begins. */
static void declare(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef scope) {
  static const char name[] = "llvm.experimental.noalias.scope.decl";
  LLVMContextRef context = LLVMGetModuleContext(module);
  unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, NULL, 0);
  LLVMTypeRef type = LLVMIntrinsicGetType(context, id, NULL, 0);
  LLVMMetadataRef list = LLVMValueAsMetadata(scope);
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, &list, 1);
  LLVMValueRef argument = LLVMMetadataAsValue(context, node);
  LLVMBuildCall2(builder, type, function, &argument, 1, "");
}

static void collect_scopes(Arena *arena, LLVMValueRef list, Map *known, ValueArray *scopes) {
  int count = list ? LLVMGetMDNodeNumOperands(list) : 0;
  LLVMValueRef *operands = ARENA_ARRAY(arena, LLVMValueRef, (size_t)count + 1);
  if (count)
    LLVMGetMDNodeOperands(list, operands);
  for (int i = 0; i < count; i++) {
    LLVMMetadataRef scope = LLVMValueAsMetadata(operands[i]);
    if (map_has(known, scope))
      continue;
    map_set(known, scope, scope);
    if (scopes)
      ARRAY_PUSH(arena, *scopes, operands[i]);
  }
}

void scope_declare(Arena *arena, LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  unsigned of = LLVMGetMDKindIDInContext(context, "alias.scope", 11);
  unsigned not_of = LLVMGetMDKindIDInContext(context, "noalias", 7);
  static const char name[] = "llvm.experimental.noalias.scope.decl";
  unsigned declares = LLVMLookupIntrinsicID(name, sizeof name - 1);
  Map *known = map_create(arena);
  ValueArray scopes = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (LLVMIsACallInst(call) && call_direct_callee(call) &&
          LLVMGetIntrinsicID(call_direct_callee(call)) == declares)
        collect_scopes(arena, LLVMGetOperand(call, 0), known, NULL);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (access, block)
      if (LLVMHasMetadata(access)) {
        collect_scopes(arena, LLVMGetMetadata(access, of), known, &scopes);
        collect_scopes(arena, LLVMGetMetadata(access, not_of), known, &scopes);
      }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, build_entry_point(function));
  for (size_t i = 0; i < scopes.count; i++)
    declare(builder, module, scopes.items[i]);
  LLVMDisposeBuilder(builder);
}
