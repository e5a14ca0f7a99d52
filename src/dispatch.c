/* Calls through pointers: a function of the call's type can only be one whose address is taken, so
 * a dispatcher compares the pointer with each of those and calls it by name. What no comparison
 * finds is called as before, marked so that an active call of that kind stops the program: its
 * derivative is not known. */
#include "prepare.h"
#include <string.h>

enum { MAX_TARGETS = 64 };

static bool is_address_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) ||
        LLVMGetCalledValue(user) != function)
      return true;
    for (unsigned i = 0; i < call_argument_count(user); i++)
      if (LLVMGetOperand(user, i) == function)
        return true;
  }
  return false;
}

static ValueArray targets_of(Preparation *preparation, LLVMModuleRef module, LLVMTypeRef type) {
  ValueArray targets = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMGlobalGetValueType(f) == type && !map_has(preparation->source, f) &&
        (!LLVMIsDeclaration(f) || rule_exists_for_function(f)) && is_address_taken(f))
      ARRAY_PUSH(preparation->arena, targets, f);
  return targets;
}

static void build_return(LLVMBuilderRef builder, LLVMValueRef call) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, call);
}

static LLVMValueRef build_dispatcher(Preparation *preparation, LLVMModuleRef module,
                                     LLVMTypeRef type) {
  ValueArray targets = targets_of(preparation, module, type);
  if (targets.count == 0 || targets.count > MAX_TARGETS)
    return NULL;
  LLVMContextRef context = LLVMGetModuleContext(module);
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *parameters = ARENA_ARRAY(preparation->arena, LLVMTypeRef, count + 1);
  LLVMValueRef *arguments = ARENA_ARRAY(preparation->arena, LLVMValueRef, count + 1);
  LLVMGetParamTypes(type, parameters + 1);
  parameters[0] = LLVMPointerTypeInContext(context, 0);
  LLVMValueRef function =
      LLVMAddFunction(module, "adcc.dispatch",
                      LLVMFunctionType(LLVMGetReturnType(type), parameters, count + 1, false));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMValueRef called = LLVMGetParam(function, 0);
  for (unsigned i = 0; i < count; i++)
    arguments[i] = LLVMGetParam(function, i + 1);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  for (size_t i = 0; i < targets.count; i++) {
    LLVMValueRef target = targets.items[i];
    LLVMBasicBlockRef found = LLVMAppendBasicBlockInContext(context, function, "found");
    LLVMBasicBlockRef other = LLVMAppendBasicBlockInContext(context, function, "other");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, called, target, ""), found, other);
    LLVMPositionBuilderAtEnd(builder, found);
    LLVMValueRef call = LLVMBuildCall2(builder, type, target, arguments, count, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(target));
    build_return(builder, call);
    LLVMPositionBuilderAtEnd(builder, other);
  }
  LLVMValueRef call = LLVMBuildCall2(builder, type, called, arguments, count, "");
  /* An attribute: metadata does not survive where inlining makes it an invoke. */
  LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                           LLVMCreateStringAttribute(context, "adcc_unlisted", 13, "", 0));
  build_return(builder, call);
  LLVMDisposeBuilder(builder);
  return function;
}

/* By-value and register parameters are known only to the call's attributes. */
static bool has_plain_arguments(LLVMValueRef call) {
  static const char *const names[] = {"byval", "inreg", "inalloca", "preallocated"};
  for (unsigned i = 0; i < call_argument_count(call); i++)
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
      if (LLVMGetCallSiteEnumAttribute(call, i + 1,
                                       LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]))))
        return false;
  return true;
}

bool prepare_dispatch_calls(Preparation *preparation, LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  ValueArray calls = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if ((LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && !call_direct_callee(call) &&
          !LLVMIsAInlineAsm(LLVMGetCalledValue(call)) && !call_is_unlisted(call) &&
          !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)) && has_plain_arguments(call))
        ARRAY_PUSH(preparation->arena, calls, call);
  bool changed = false;
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    if (!map_has(preparation->dispatchers, type))
      map_set(preparation->dispatchers, type, build_dispatcher(preparation, module, type));
    LLVMValueRef dispatcher = map_get(preparation->dispatchers, type);
    if (!dispatcher)
      continue;
    unsigned count = call_argument_count(call);
    LLVMValueRef *arguments = ARENA_ARRAY(preparation->arena, LLVMValueRef, count + 1);
    arguments[0] = LLVMGetCalledValue(call);
    for (unsigned k = 0; k < count; k++)
      arguments[k + 1] = LLVMGetOperand(call, k);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMTypeRef dispatcher_type = LLVMGlobalGetValueType(dispatcher);
    LLVMValueRef direct =
        LLVMIsAInvokeInst(call)
            ? LLVMBuildInvoke2(builder, dispatcher_type, dispatcher, arguments, count + 1,
                               LLVMGetNormalDest(call), LLVMGetUnwindDest(call), "")
            : LLVMBuildCall2(builder, dispatcher_type, dispatcher, arguments, count + 1, "");
    LLVMDisposeBuilder(builder);
    LLVMReplaceAllUsesWith(call, direct);
    LLVMInstructionEraseFromParent(call);
    changed = true;
  }
  return changed;
}
