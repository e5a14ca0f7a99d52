/* Calls through pointers: what they reach can only be functions whose address is taken, so
 * a dispatcher compares the pointer with each of those and calls it by name. What no comparison
 * finds is called as before, marked so that an active call of that kind stops the program: its
 * derivative is not known. So is a call through a table in which nothing is ever put, and what asks
 * for derivatives itself is no candidate: that would be its own. */
#include "prepare.h"
#include <string.h>

enum { MAX_TARGETS = 64 };

/* How a parameter is passed, where its type does not say it; the first three must be the same for a
 * call to reach a function at all. */
static const char *const passing_names[] = {"byval",   "inreg",   "sret",
                                            "zeroext", "signext", "align"};
enum { PASSING_KINDS = sizeof passing_names / sizeof *passing_names, BINDING_KINDS = 3 };

/* One for all calls through pointers of a type that pass their arguments alike. */
typedef struct Dispatcher {
  struct Dispatcher *next;
  LLVMTypeRef called;    /* the type of the functions */
  LLVMValueRef function; /* NULL: nothing could be called, or too much */
  bool reaches_none;
  LLVMAttributeRef *passing;
  int slot; /* of a virtual table, see virtual_slot.c */
} Dispatcher;

static LLVMAttributeRef *passing_of_call(Arena *arena, LLVMValueRef call) {
  unsigned count = call_argument_count(call);
  LLVMAttributeRef *passing = ARENA_ARRAY(arena, LLVMAttributeRef, count * PASSING_KINDS + 1);
  for (unsigned i = 0; i < count; i++) {
    for (unsigned k = 0; k < PASSING_KINDS; k++)
      passing[i * PASSING_KINDS + k] = LLVMGetCallSiteEnumAttribute(
          call, i + 1, LLVMGetEnumAttributeKindForName(passing_names[k], strlen(passing_names[k])));
    if (!call_passes_in_memory(call, i)) /* then the alignment is of no matter */
      passing[(i + 1) * PASSING_KINDS - 1] = NULL;
  }
  return passing;
}

static void set_passing(LLVMValueRef call, const LLVMAttributeRef *passing) {
  for (unsigned i = 0; i < call_argument_count(call); i++)
    for (unsigned k = 0; k < PASSING_KINDS; k++)
      if (passing[i * PASSING_KINDS + k])
        LLVMAddCallSiteAttribute(call, i + 1, passing[i * PASSING_KINDS + k]);
}

static bool takes_arguments(LLVMValueRef function, const LLVMAttributeRef *passing) {
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    for (unsigned k = 0; k < BINDING_KINDS; k++)
      if (LLVMGetEnumAttributeAtIndex(
              function, i + 1,
              LLVMGetEnumAttributeKindForName(passing_names[k], strlen(passing_names[k]))) !=
          passing[i * PASSING_KINDS + k])
        return false;
  return true;
}

typedef struct {
  Arena *arena;
  ValueArray *targets;
} Targets;

static void add_target(void *context, LLVMValueRef function) {
  const Targets *targets = context;
  ARRAY_PUSH(targets->arena, *targets->targets, function);
}

/* A body, a rule, or a function of the library of which is known what it does: free, to release
 * what a list holds. */
static bool is_known(LLVMValueRef function) {
  if (!LLVMIsDeclaration(function) || rule_exists_for_function(function) ||
      rules_lower_function(function))
    return true;
  const LibraryFunction *row = library_function(function);
  return row && row->kind != LIBFN_NONE && row->kind != LIBFN_REFUSED;
}

/* May a call of a pointer to functions of type `called` reach one of type `own`? C programs cast
 * callbacks: what the caller does not look at, the rest of the register or all of it, may differ.
 * One without parameters looks at no argument, as libstdc++'s coroutine that does nothing. */
static bool serves_call(LLVMTypeRef own, LLVMTypeRef called, Arena *arena) {
  if (own == called)
    return true;
  unsigned count = LLVMCountParamTypes(called);
  if (!LLVMIsFunctionVarArg(own) && LLVMCountParamTypes(own) == 0)
    return LLVMGetReturnType(own) == LLVMGetReturnType(called);
  if (LLVMIsFunctionVarArg(own) || LLVMCountParamTypes(own) != count)
    return false;
  LLVMTypeRef *types = ARENA_ARRAY(arena, LLVMTypeRef, 2 * count + 1);
  LLVMGetParamTypes(own, types);
  LLVMGetParamTypes(called, types + count);
  if (count && memcmp(types, types + count, count * sizeof *types) != 0)
    return false;
  LLVMTypeRef result = LLVMGetReturnType(own), wanted = LLVMGetReturnType(called);
  if (LLVMGetTypeKind(wanted) == LLVMVoidTypeKind)
    return LLVMGetTypeKind(result) == LLVMIntegerTypeKind ||
           LLVMGetTypeKind(result) == LLVMPointerTypeKind;
  return LLVMGetTypeKind(wanted) == LLVMIntegerTypeKind &&
         LLVMGetTypeKind(result) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(result) >= LLVMGetIntTypeWidth(wanted) &&
         LLVMGetIntTypeWidth(result) <= 64;
}

/* Does it ask for a derivative, perhaps by a call? What tests a primal often has its type. */
static bool asks_for_derivative(const Preparation *preparation, LLVMValueRef function, Map *seen) {
  if (map_has(preparation->pending, function))
    return true;
  if (map_has(seen, function))
    return false;
  map_set(seen, function, function);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) {
        LLVMValueRef callee = call_direct_callee(call);
        if (callee && asks_for_derivative(preparation, callee, seen)) {
          map_set(preparation->pending, function, function);
          return true;
        }
      }
  return false;
}

/* `called` is what the call says of the function; `type` what its arguments say. C takes one
 * without a prototype for one of any number of arguments. */
static ValueArray targets_of(Preparation *preparation, LLVMModuleRef module, LLVMTypeRef called,
                             LLVMTypeRef type, const LLVMAttributeRef *passing, int slot) {
  unsigned fixed = LLVMCountParamTypes(called);
  bool may_be_fixed = fixed == 0 || fixed == LLVMCountParamTypes(type);
  ValueArray targets = {0};
  Map *seen = map_create(preparation->arena);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if ((LLVMGlobalGetValueType(f) == called ||
         (may_be_fixed && serves_call(LLVMGlobalGetValueType(f), type, preparation->arena))) &&
        !map_has(preparation->source, f) && is_known(f) && request_may_be_called_by_pointer(f) &&
        !value_has_function_attribute(f, FUNCTION_OF_ADCC) && takes_arguments(f, passing) &&
        prepare_may_stand_in_slot(f, slot) && !asks_for_derivative(preparation, f, seen))
      ARRAY_PUSH(preparation->arena, targets, f);
  library_visit_virtual(module, type, slot, add_target, &(Targets){preparation->arena, &targets});
  return targets;
}

static void build_return(LLVMBuilderRef builder, LLVMValueRef call, LLVMTypeRef wanted) {
  if (LLVMGetTypeKind(wanted) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder,
                 wanted == LLVMTypeOf(call) ? call : LLVMBuildTrunc(builder, call, wanted, ""));
}

/* An attribute: metadata does not survive where inlining makes it an invoke. */
static void mark_call(LLVMValueRef call, const char *mark) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                           LLVMCreateStringAttribute(context, mark, (unsigned)strlen(mark), "", 0));
}

static void mark_unlisted(LLVMValueRef call) { mark_call(call, "adcc_unlisted"); }

/* A place in a table where allocators stand, as in those of std::pmr's resources. */
static bool all_allocate(const ValueArray *targets) {
  for (size_t i = 0; i < targets->count; i++)
    if (!value_has_function_attribute(targets->items[i], "allocsize"))
      return false;
  return targets->count > 0;
}

/* `type` is that of the functions with variable arguments, too, that the calls pass. */
static LLVMValueRef build_dispatcher(Preparation *preparation, LLVMModuleRef module,
                                     LLVMTypeRef called_type, LLVMTypeRef type,
                                     const LLVMAttributeRef *passing, int slot,
                                     bool *reaches_none) {
  ValueArray targets = targets_of(preparation, module, called_type, type, passing, slot);
  *reaches_none = targets.count == 0;
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
  build_limit_vectors(function);
  build_copy_processor(function, targets.items[0]);
  LLVMValueRef called = LLVMGetParam(function, 0);
  for (unsigned i = 0; i < count; i++)
    arguments[i] = LLVMGetParam(function, i + 1);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  for (size_t i = 0; i < targets.count; i++) {
    LLVMValueRef target = targets.items[i];
    LLVMBasicBlockRef found = LLVMAppendBasicBlockInContext(context, function, "found");
    LLVMBasicBlockRef other = LLVMAppendBasicBlockInContext(context, function, "other");
    branch_mark_candidate(LLVMBuildCondBr(
        builder, LLVMBuildICmp(builder, LLVMIntEQ, called, target, ""), found, other));
    LLVMPositionBuilderAtEnd(builder, found);
    LLVMTypeRef own = LLVMGlobalGetValueType(target);
    LLVMValueRef call =
        LLVMBuildCall2(builder, own, target, arguments,
                       LLVMIsFunctionVarArg(own) ? count : LLVMCountParams(target), "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(target));
    set_passing(call, passing);
    build_return(builder, call, LLVMGetReturnType(type));
    LLVMPositionBuilderAtEnd(builder, other);
  }
  LLVMValueRef call = LLVMBuildCall2(builder, called_type, called, arguments, count, "");
  set_passing(call, passing);
  mark_unlisted(call);
  if (all_allocate(&targets))
    mark_call(call, "adcc_unlisted_allocation");
  build_return(builder, call, LLVMGetReturnType(type));
  LLVMDisposeBuilder(builder);
  return function;
}

/* The type of what it calls, with the variable arguments that it passes. */
static LLVMTypeRef type_with_arguments(Arena *arena, LLVMValueRef call) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  if (!LLVMIsFunctionVarArg(type))
    return type;
  unsigned count = call_argument_count(call);
  LLVMTypeRef *parameters = ARENA_ARRAY(arena, LLVMTypeRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    parameters[i] = LLVMTypeOf(LLVMGetOperand(call, i));
  return LLVMFunctionType(LLVMGetReturnType(type), parameters, count, false);
}

static const Dispatcher *dispatcher_for(Preparation *preparation, LLVMValueRef call) {
  LLVMTypeRef type = type_with_arguments(preparation->arena, call);
  LLVMTypeRef called = LLVMGetCalledFunctionType(call);
  LLVMAttributeRef *passing = passing_of_call(preparation->arena, call);
  size_t size = (size_t)call_argument_count(call) * PASSING_KINDS * sizeof *passing;
  int slot = prepare_slot_of_call(call);
  Dispatcher *first = map_get(preparation->dispatchers, type);
  for (Dispatcher *dispatcher = first; dispatcher; dispatcher = dispatcher->next)
    if (dispatcher->called == called && dispatcher->slot == slot &&
        (size == 0 || memcmp(dispatcher->passing, passing, size) == 0))
      return dispatcher;
  Dispatcher *dispatcher = ARENA_NEW(preparation->arena, Dispatcher);
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  bool reaches_none;
  LLVMValueRef function =
      build_dispatcher(preparation, module, called, type, passing, slot, &reaches_none);
  *dispatcher = (Dispatcher){first, called, function, reaches_none, passing, slot};
  map_set(preparation->dispatchers, type, dispatcher);
  return dispatcher;
}

static bool is_call_of_known(LLVMValueRef value) {
  if (!LLVMIsACallInst(value) && !LLVMIsAInvokeInst(value))
    return false;
  LLVMValueRef callee = call_direct_callee(value);
  return callee ? !LLVMIsDeclaration(callee) : !LLVMIsAInlineAsm(LLVMGetCalledValue(value));
}

/* A member of a table that this program leaves empty, as for a feature which it does not use, also
 * by way of a function that looks it up; or null, where there is no table. */
static bool is_from_table(Arena *arena, LLVMValueRef called) {
  ValueArray work = {0};
  Map *seen = map_create(arena);
  bool loaded = false;
  ARRAY_PUSH(arena, work, called);
  while (work.count) {
    LLVMValueRef value = work.items[--work.count];
    if (map_has(seen, value) || LLVMIsNull(value))
      continue;
    map_set(seen, value, value);
    if (LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || LLVMIsAFreezeInst(value)) {
      for (int i = LLVMIsASelectInst(value) ? 1 : 0; i < LLVMGetNumOperands(value); i++)
        ARRAY_PUSH(arena, work, LLVMGetOperand(value, (unsigned)i));
      continue;
    }
    bool from_memory = LLVMIsALoadInst(value) && !LLVMIsAAllocaInst(LLVMGetOperand(value, 0));
    if (!from_memory && !is_call_of_known(value))
      return false;
    loaded = true;
  }
  return loaded;
}

/* Arguments that lie on the caller's stack at the place where they are built. */
static bool has_plain_arguments(LLVMValueRef call) {
  static const char *const names[] = {"inalloca", "preallocated"};
  for (unsigned i = 0; i < call_argument_count(call); i++)
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
      if (LLVMGetCallSiteEnumAttribute(call, i + 1,
                                       LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]))))
        return false;
  return true;
}

/* What the source has as a pointer stays told apart from a union in a register (hidden_number.c).
 */
static void mark_defined(LLVMValueRef call, LLVMValueRef direct) {
  static const char name[] = "noundef";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef defined = LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(call)), kind, 0);
  LLVMAddCallSiteAttribute(direct, 1, defined); /* the function that is called */
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (LLVMGetCallSiteEnumAttribute(call, i + 1, kind))
      LLVMAddCallSiteAttribute(direct, i + 2, defined);
}

bool prepare_dispatch_calls(Preparation *preparation, LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  ValueArray calls = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if ((LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && !call_direct_callee(call) &&
          !LLVMIsAInlineAsm(LLVMGetCalledValue(call)) && !call_is_unlisted(call) &&
          has_plain_arguments(call))
        ARRAY_PUSH(preparation->arena, calls, call);
  bool changed = false;
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    const Dispatcher *found = dispatcher_for(preparation, call);
    LLVMValueRef dispatcher = found->function;
    if (found->reaches_none && is_from_table(preparation->arena, LLVMGetCalledValue(call)))
      mark_unlisted(call);
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
    mark_defined(call, direct);
    LLVMReplaceAllUsesWith(call, direct);
    LLVMInstructionEraseFromParent(call);
    changed = true;
  }
  return changed;
}
