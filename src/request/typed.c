/* The attributes enzyme_type and adcc_type of parameters, results and calls, and in C of variables
 * and fields. */
#include "annotations.h"

#include <string.h>

static const char *const names[] = {"adcc_type", "enzyme_type"};

static LLVMAttributeRef of_function(LLVMValueRef function, LLVMAttributeIndex index) {
  LLVMAttributeRef found = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
    found = LLVMGetStringAttributeAtIndex(function, index, names[i], (unsigned)strlen(names[i]));
  return found;
}

static LLVMAttributeRef of_call(LLVMValueRef call, LLVMAttributeIndex index) {
  LLVMAttributeRef found = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
    found = LLVMGetCallSiteStringAttribute(call, index, names[i], (unsigned)strlen(names[i]));
  return found;
}

typedef struct {
  Arena *arena;
  DiagSink *sink;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  bool failed;
} Typed;

/* A call, at the builder's position, that says what the value holds and does nothing. */
static void hint(Typed *typed, LLVMValueRef value, const char *text) {
  LLVMContextRef context = LLVMGetModuleContext(typed->module);
  TypeTree tree;
  if (!type_tree_parse(typed->arena, context, text, &tree)) {
    diag_at(typed->sink, value, DIAG_BAD_TYPE_TREE, text);
    typed->failed = true;
    return;
  }
  LLVMTypeRef of_value = LLVMTypeOf(value);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &of_value, 1, false);
  LLVMValueRef function = LLVMAddFunction(typed->module, "adcc.hint.tree", type);
  hint_declare(function, text);
  LLVMBuildCall2(typed->builder, type, function, &value, 1, "");
}

static void hint_attribute(Typed *typed, LLVMValueRef value, LLVMAttributeRef attribute) {
  unsigned length;
  const char *characters = LLVMGetStringAttributeValue(attribute, &length);
  hint(typed, value, arena_copy_string(typed->arena, characters, length));
}

/* What is loaded from there and stored there; the variable itself may become values. */
static void hint_accesses(Typed *typed, LLVMValueRef pointer, const char *text) {
  ValueArray accesses = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer))
      ARRAY_PUSH(typed->arena, accesses, user);
  }
  for (size_t i = 0; i < accesses.count; i++) {
    LLVMValueRef access = accesses.items[i];
    bool loads = LLVMIsALoadInst(access) != NULL;
    LLVMPositionBuilderBefore(typed->builder, loads ? build_point_after(access) : access);
    hint(typed, loads ? access : LLVMGetOperand(access, 0), text);
  }
}

/* The call goes, since what it is for is done, or concerns other tools. */
static void hint_annotated(Typed *typed, LLVMValueRef call, const char *name, const char *value) {
  bool is_type = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is_type |= strcmp(name, names[i]) == 0;
  if (*name && !is_type)
    return;
  LLVMValueRef annotated = LLVMGetOperand(call, 0);
  if (is_type && LLVMGetTypeKind(LLVMTypeOf(annotated)) == LLVMPointerTypeKind) {
    hint_accesses(typed, annotated, value);
    hint_accesses(typed, call, value);
  }
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    LLVMReplaceAllUsesWith(call, annotated);
  LLVMInstructionEraseFromParent(call);
}

static void hint_parameters(Typed *typed, LLVMValueRef function) {
  LLVMValueRef start = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(start))
    start = LLVMGetNextInstruction(start);
  LLVMPositionBuilderBefore(typed->builder, start);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMAttributeRef attribute = of_function(function, i + 1);
    if (attribute)
      hint_attribute(typed, LLVMGetParam(function, i), attribute);
  }
}

static void hint_call(Typed *typed, LLVMValueRef call) {
  const char *value, *name = annotation_of_call(typed->arena, call, &value);
  if (name) {
    hint_annotated(typed, call, name, value);
    return;
  }
  LLVMValueRef callee = call_direct_callee(call);
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMAttributeRef attribute = of_call(call, i + 1);
    if (!attribute && callee && LLVMIsDeclaration(callee))
      attribute = of_function(callee, i + 1);
    LLVMPositionBuilderBefore(typed->builder, call);
    if (attribute)
      hint_attribute(typed, LLVMGetOperand(call, i), attribute);
  }
  LLVMAttributeRef result = of_call(call, LLVMAttributeReturnIndex);
  if (!result && callee)
    result = of_function(callee, LLVMAttributeReturnIndex);
  if (!result && callee) /* C has no other place for it */
    result = of_function(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
  if (!result || LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    return;
  LLVMPositionBuilderBefore(typed->builder, build_point_after(call));
  hint_attribute(typed, call, result);
}

bool type_attributes_apply(Arena *arena, DiagSink *sink, LLVMModuleRef module) {
  Typed typed = {arena, sink, module, LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
                 false};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    ValueArray calls = {0};
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block)
        if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction))
          ARRAY_PUSH(arena, calls, instruction);
    hint_parameters(&typed, f);
    for (size_t i = 0; i < calls.count; i++)
      hint_call(&typed, calls.items[i]);
  }
  LLVMDisposeBuilder(typed.builder);
  return !typed.failed;
}
