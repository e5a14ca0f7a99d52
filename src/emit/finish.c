/* The last touches to the module before LLVM optimises it: declarations that only derivation used
 * go, and checks of shadows that nothing is reached through. */
#include "emit.h"

#include <string.h>

static bool is_placeholder(LLVMValueRef function) {
  static const char prefix[] = "adcc.fetch.";
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  return strcmp(name, RECORD_END) == 0 || strcmp(name, STORE_UNDONE) == 0 ||
         (length >= sizeof prefix - 1 && memcmp(name, prefix, sizeof prefix - 1) == 0);
}

static bool is_left_over(LLVMValueRef function) {
  RequestMode mode;
  return LLVMIsDeclaration(function) && !LLVMGetFirstUse(function) &&
         (is_placeholder(function) || request_entry_mode(function, &mode) ||
          LLVMGetIntrinsicID(function) != 0);
}

/* A call that LLVM may inline must have a position where the function has debug information. */
static void position_calls(LLVMValueRef function) {
  LLVMMetadataRef scope = LLVMGetSubprogram(function);
  if (!scope)
    return;
  LLVMMetadataRef nowhere =
      LLVMDIBuilderCreateDebugLocation(LLVMGetTypeContext(LLVMTypeOf(function)), 0, 0, scope, NULL);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if ((LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction)) &&
          !LLVMInstructionGetDebugLoc(instruction))
        LLVMInstructionSetDebugLoc(instruction, nowhere);
}

/* Derivation asks for the shadow of every pointer that may need one, and the check of a shadow
 * that is used for nothing must not stop the program: not at -O0 either, where code generation
 * leaves out what is dead only now and then. */
static bool drop_unused_checks(DiffContext *diff) {
  LLVMValueRef check = LLVMGetNamedFunction(diff->module, "adcc_tape_check_shadow");
  Map *checking = map_create(diff->arena);
  ValueArray functions = {0};
  for (LLVMUseRef use = check ? LLVMGetFirstUse(check) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(use));
    LLVMValueRef function = call ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) : NULL;
    if (!function || map_has(checking, function))
      continue;
    map_set(checking, function, call);
    ARRAY_PUSH(diff->arena, functions, function);
  }
  for (size_t i = 0; i < functions.count; i++)
    if (!function_run_passes(diff->sink, functions.items[i], diff->machine, "adce"))
      return false;
  return true;
}

bool finish_module(DiffContext *diff) {
  for (LLVMValueRef f = LLVMGetFirstFunction(diff->module); f; f = LLVMGetNextFunction(f))
    position_calls(f);
  for (LLVMValueRef f = LLVMGetFirstFunction(diff->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && value_has_function_attribute(f, "adcc.derivative"))
      scope_declare(diff->arena, f);
  for (LLVMValueRef next, f = LLVMGetFirstFunction(diff->module); f; f = next) {
    next = LLVMGetNextFunction(f);
    if (is_left_over(f))
      LLVMDeleteFunction(f);
  }
  return drop_unused_checks(diff);
}

void finish_keep_apart(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (value_has_function_attribute(f, DERIVATIVE_APART)) {
      build_remove_attribute(f, DERIVATIVE_APART);
      build_add_attribute(f, "noinline");
    }
}
