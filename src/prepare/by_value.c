/* by_value.c: numbers that a recursive function gets by reference, as the sum that it adds to on
 * its way through a tree, are handed over and back as values, where nothing else leads to them:
 *
 *   void walk(Node *n, double *sum) { … *sum += n->mass; walk(n->left, sum); … }
 *   double walk(Node *n, double *, double sum) { … sum += n->mass; sum = walk(n->left, NULL, sum);
 * … return sum; }
 *
 * Then the function writes no memory, and its derivative may go through the tree again in place of
 * keeping what it read. */
#include "prepare.h"

typedef struct {
  unsigned index;
  LLVMTypeRef type;
} Number;

typedef ARRAY(Number) NumberArray;

/* A function and what it becomes. */
typedef struct {
  Preparation *preparation;
  LLVMBuilderRef builder;
  LLVMValueRef function, made;
  NumberArray numbers;
  bool returns; /* something of its own, which comes first in what it returns now */
} Change;

static bool is_whole(LLVMValueRef access, LLVMTypeRef type, LLVMTargetDataRef layout) {
  return access_is_plain(access) && access_type(access) == type &&
         LLVMGetAlignment(access) >= LLVMABIAlignmentOfType(layout, type);
}

/* The type by which all of what the parameter leads to is read and written, or NULL. */
static LLVMTypeRef number_type(LLVMValueRef function, unsigned index) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  LLVMValueRef parameter = LLVMGetParam(function, index);
  LLVMTypeRef type = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(parameter); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool access = LLVMIsALoadInst(user) || LLVMIsAStoreInst(user);
    if (access && !type)
      type = access_type(user);
    if (access ? !is_whole(user, type, layout)
               : !(LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function &&
                   LLVMGetOperand(user, index) == parameter))
      return NULL;
  }
  return type && type_is_float(type) ? type : NULL;
}

/* Is the number there when the function is called? It is read then, whatever the function does, as
 * the end of an array and a block that is gone must not be. */
static bool is_there(LLVMValueRef function, unsigned index, LLVMTypeRef type) {
  static const char promise[] = "dereferenceable";
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  uint64_t size = LLVMStoreSizeOfType(layout, type);
  LLVMAttributeRef promised = LLVMGetEnumAttributeAtIndex(
      function, index + 1, LLVMGetEnumAttributeKindForName(promise, sizeof promise - 1));
  if (promised && LLVMGetEnumAttributeValue(promised) >= size)
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use), argument = LLVMGetOperand(call, index);
    if (argument != LLVMGetParam(function, index) &&
        !(LLVMIsAAllocaInst(argument) && LLVMIsAConstantInt(LLVMGetOperand(argument, 0)) &&
          !LLVMIsNull(LLVMGetOperand(argument, 0)) &&
          LLVMStoreSizeOfType(layout, LLVMGetAllocatedType(argument)) >= size))
      return false;
  }
  return true;
}

/* What the user says of a parameter would not be said of what takes its place. */
static bool is_marked(Arena *arena, LLVMValueRef function, unsigned index) {
  unsigned count = LLVMGetAttributeCountAtIndex(function, index + 1);
  LLVMAttributeRef *attributes = ARENA_ARRAY(arena, LLVMAttributeRef, count + 1);
  LLVMGetAttributesAtIndex(function, index + 1, attributes);
  return attributes_have_mark(attributes, count);
}

static bool is_taken(const Change *change) {
  LLVMValueRef function = change->function;
  if (map_has(change->preparation->variants, function) ||
      map_has(change->preparation->is_variant, function) ||
      registration_of(change->preparation->registrations,
                      map_get(change->preparation->source, function)) ||
      rule_exists_for_function(map_get(change->preparation->source, function)) ||
      !value_has_function_attribute(function, "nounwind"))
    return false;
  bool recurs = false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || call_is_marked(change->preparation->arena, call))
      return false;
    recurs |= LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) == function;
  }
  return recurs;
}

static LLVMTypeRef result_type(const Change *change) {
  LLVMTypeRef own = LLVMGetReturnType(LLVMGlobalGetValueType(change->function));
  if (!change->returns && change->numbers.count == 1)
    return change->numbers.items[0].type;
  LLVMTypeRef *members =
      ARENA_ARRAY(change->preparation->arena, LLVMTypeRef, change->numbers.count + 1);
  unsigned count = 0;
  if (change->returns)
    members[count++] = own;
  for (size_t i = 0; i < change->numbers.count; i++)
    members[count++] = change->numbers.items[i].type;
  return LLVMStructTypeInContext(LLVMGetTypeContext(own), members, count, false);
}

static void ignore_visit(void *context, LLVMValueRef old_value, LLVMValueRef new_value) {
  (void)context, (void)old_value, (void)new_value;
}

/* What was said of the pointer does not hold of the null that takes its place. */
static void forget_parameter(const Change *change, unsigned index) {
  LLVMAttributeIndex at = index + 1;
  unsigned count = LLVMGetAttributeCountAtIndex(change->made, at);
  LLVMAttributeRef *attributes =
      ARENA_ARRAY(change->preparation->arena, LLVMAttributeRef, count + 1);
  LLVMGetAttributesAtIndex(change->made, at, attributes);
  for (unsigned i = 0; i < count; i++) {
    unsigned length;
    if (LLVMIsStringAttribute(attributes[i])) {
      const char *kind = LLVMGetStringAttributeKind(attributes[i], &length);
      LLVMRemoveStringAttributeAtIndex(change->made, at, kind, length);
    } else
      LLVMRemoveEnumAttributeAtIndex(change->made, at, LLVMGetEnumAttributeKind(attributes[i]));
  }
}

/* The function with its numbers at the end of its parameters. */
static LLVMValueRef declare(const Change *change) {
  Arena *arena = change->preparation->arena;
  unsigned count = LLVMCountParams(change->function), next = count;
  LLVMTypeRef *parameters = ARENA_ARRAY(arena, LLVMTypeRef, count + change->numbers.count);
  LLVMGetParamTypes(LLVMGlobalGetValueType(change->function), parameters);
  for (size_t i = 0; i < change->numbers.count; i++)
    parameters[next++] = change->numbers.items[i].type;
  size_t length;
  const char *name = LLVMGetValueName2(change->function, &length);
  return bridge_clone_function(
      change->function, LLVMFunctionType(result_type(change), parameters, next, false),
      arena_format(arena, "%.*s.values", (int)length, name), NULL, ignore_visit, NULL);
}

/* What is returned, with the numbers as they are then. */
static void return_numbers(const Change *change, LLVMValueRef end, LLVMValueRef const *variables) {
  LLVMBuilderRef b = change->builder;
  LLVMPositionBuilderBefore(b, end);
  LLVMTypeRef type = result_type(change);
  LLVMValueRef all = LLVMGetPoison(type);
  unsigned next = 0;
  if (change->returns)
    all = LLVMBuildInsertValue(b, all, LLVMGetOperand(end, 0), next++, "");
  for (size_t i = 0; i < change->numbers.count; i++) {
    LLVMValueRef value = LLVMBuildLoad2(b, change->numbers.items[i].type, variables[i], "");
    all = LLVMGetTypeKind(type) == LLVMStructTypeKind
              ? LLVMBuildInsertValue(b, all, value, next++, "")
              : value;
  }
  LLVMBuildRet(b, all);
  LLVMInstructionEraseFromParent(end);
}

/* Numbers live in variables, which LLVM then makes values of. */
static void build_body(const Change *change) {
  LLVMBuilderRef b = change->builder;
  LLVMValueRef *variables =
      ARENA_ARRAY(change->preparation->arena, LLVMValueRef, change->numbers.count);
  unsigned first = LLVMCountParams(change->function);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(change->made)));
  for (size_t i = 0; i < change->numbers.count; i++) {
    variables[i] = LLVMBuildAlloca(b, change->numbers.items[i].type, "");
    LLVMBuildStore(b, LLVMGetParam(change->made, first + (unsigned)i), variables[i]);
    LLVMReplaceAllUsesWith(LLVMGetParam(change->made, change->numbers.items[i].index),
                           variables[i]);
  }
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(change->made); block;
       block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end))
      return_numbers(change, end, variables);
  }
}

static void change_call(const Change *change, LLVMValueRef call) {
  LLVMBuilderRef b = change->builder;
  LLVMTypeRef type = LLVMGlobalGetValueType(change->made), result = LLVMGetReturnType(type);
  unsigned own = LLVMGetNumArgOperands(call), count = LLVMCountParams(change->made);
  LLVMValueRef *arguments = ARENA_ARRAY(change->preparation->arena, LLVMValueRef, count);
  for (unsigned i = 0; i < own; i++)
    arguments[i] = LLVMGetOperand(call, i);
  LLVMPositionBuilderBefore(b, call);
  for (size_t i = 0; i < change->numbers.count; i++) {
    const Number *number = &change->numbers.items[i];
    arguments[own + i] = LLVMBuildLoad2(b, number->type, LLVMGetOperand(call, number->index), "");
    arguments[number->index] = LLVMConstNull(LLVMTypeOf(LLVMGetOperand(call, number->index)));
  }
  LLVMValueRef made = LLVMBuildCall2(b, type, change->made, arguments, count, "");
  LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
  bool several = LLVMGetTypeKind(result) == LLVMStructTypeKind;
  unsigned next = 0;
  if (change->returns)
    LLVMReplaceAllUsesWith(call, LLVMBuildExtractValue(b, made, next++, ""));
  for (size_t i = 0; i < change->numbers.count; i++)
    LLVMBuildStore(b, several ? LLVMBuildExtractValue(b, made, next++, "") : made,
                   LLVMGetOperand(call, change->numbers.items[i].index));
  LLVMInstructionEraseFromParent(call);
}

static void change_function(Change *change) {
  static const char passes[] = "sroa<modify-cfg>,early-cse";
  Preparation *preparation = change->preparation;
  change->returns = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(change->function))) !=
                    LLVMVoidTypeKind;
  change->made = declare(change);
  map_set(preparation->variants, change->function, change->made);
  map_set(preparation->is_variant, change->made, change->function);
  for (size_t i = 0; i < change->numbers.count; i++)
    forget_parameter(change, change->numbers.items[i].index);
  build_body(change);
  ValueArray calls = {0};
  Map *callers = map_create(preparation->arena);
  for (LLVMUseRef use = LLVMGetFirstUse(change->function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (caller == change->function)
      continue; /* nothing calls it any more */
    ARRAY_PUSH(preparation->arena, calls, call);
    map_set(callers, caller, call);
  }
  for (size_t i = 0; i < calls.count; i++)
    change_call(change, calls.items[i]);
  bridge_delete_body(change->function);
  for (size_t i = 0; i < map_count(callers); i++) {
    const void *caller;
    map_entry(callers, i, &caller);
    function_run_passes(preparation->sink, (LLVMValueRef)caller, preparation->machine, passes);
  }
}

bool prepare_pass_by_value(Preparation *preparation) {
  Map *own = prepare_own_arguments(preparation);
  LLVMBuilderRef builder = NULL;
  for (size_t i = 0; i < map_count(preparation->source); i++) {
    const void *copy;
    map_entry(preparation->source, i, &copy);
    Change change = {.preparation = preparation, .function = (LLVMValueRef)copy};
    if (LLVMIsDeclaration(change.function) || !is_taken(&change))
      continue;
    for (unsigned k = 0; k < LLVMCountParams(change.function); k++) {
      Number number = {k, map_has(own, LLVMGetParam(change.function, k))
                              ? number_type(change.function, k)
                              : NULL};
      if (number.type && is_there(change.function, k, number.type) &&
          !is_marked(preparation->arena, change.function, k))
        ARRAY_PUSH(preparation->arena, change.numbers, number);
    }
    if (change.numbers.count == 0)
      continue;
    if (!builder)
      builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(change.function)));
    change.builder = builder;
    change_function(&change);
  }
  if (builder)
    LLVMDisposeBuilder(builder);
  return builder != NULL;
}
