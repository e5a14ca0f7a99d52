/* free, delete and their like. Forward mode releases the shadow beside the primal's memory. Reverse
 * mode keeps both until the tape ends: the reverse sweep reads the one and adds into the other. So
 * it does where a function does nothing else than release memory, and writes none. */
#include "diff.h"

enum { MOST_FURTHER_ARGUMENTS = 3 };

static LLVMTypeRef pointer_type(Deriver *deriver) {
  return LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
}

/* The function of one argument that can stand for `freeing`, or NULL: only a call with all that it
 * takes will do. */
static LLVMValueRef plain_release(Deriver *deriver, LLVMValueRef freeing) {
  const char *name = library_function(freeing)->release;
  if (!name)
    return LLVMCountParams(freeing) == 1 ? freeing : NULL;
  LLVMValueRef found = LLVMGetNamedFunction(deriver->diff->module, name);
  if (found)
    return found;
  LLVMTypeRef parameter = pointer_type(deriver);
  LLVMTypeRef result = LLVMVoidTypeInContext(LLVMGetModuleContext(deriver->diff->module));
  return LLVMAddFunction(deriver->diff->module, name,
                         LLVMFunctionType(result, &parameter, 1, false));
}

static bool is_word(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMPointerTypeKind ||
         (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

/* As one of the words that the runtime keeps. */
static LLVMValueRef to_word(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef word) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind
             ? LLVMBuildPtrToInt(builder, value, word, "")
             : LLVMBuildIntCast2(builder, value, word, false, "");
}

static LLVMValueRef from_word(LLVMBuilderRef builder, LLVMValueRef word, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind
             ? LLVMBuildIntToPtr(builder, word, type, "")
             : LLVMBuildIntCast2(builder, word, type, false, "");
}

/* A function (memory, word, word, word) that calls `freeing` with its arguments in their order. */
static LLVMValueRef release_of_words(Deriver *deriver, LLVMValueRef freeing) {
  LLVMModuleRef module = deriver->diff->module;
  LLVMContextRef context = LLVMGetModuleContext(module);
  size_t length;
  const char *name = LLVMGetValueName2(freeing, &length);
  const char *wanted = arena_format(deriver->sweep.arena, "adcc.release.%.*s", (int)length, name);
  LLVMValueRef found = LLVMGetNamedFunction(module, wanted);
  if (found)
    return found;
  LLVMTypeRef word = LLVMInt64TypeInContext(context);
  LLVMTypeRef parameters[1 + MOST_FURTHER_ARGUMENTS] = {pointer_type(deriver), word, word, word};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters,
                                      1 + MOST_FURTHER_ARGUMENTS, false);
  LLVMValueRef function = LLVMAddFunction(module, wanted, type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  build_limit_vectors(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  unsigned count = LLVMCountParams(freeing), next = 1;
  LLVMValueRef *arguments = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, count);
  for (unsigned i = 0; i < count; i++) {
    bool memory = i == library_function(freeing)->freed_argument;
    LLVMTypeRef wanted_type = LLVMTypeOf(LLVMGetParam(freeing, i));
    arguments[i] = memory ? LLVMGetParam(function, 0)
                          : from_word(builder, LLVMGetParam(function, next++), wanted_type);
  }
  LLVMValueRef call =
      LLVMBuildCall2(builder, LLVMGlobalGetValueType(freeing), freeing, arguments, count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(freeing));
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  return function;
}

/* Memory to be released when the tape ends as the call would have done it now. */
static void defer(Deriver *deriver, LLVMValueRef call, LLVMValueRef memory) {
  LLVMValueRef freeing = call_direct_callee(call), clone = deriver_clone_of(deriver, call);
  LLVMValueRef plain = plain_release(deriver, freeing);
  if (plain) {
    LLVMValueRef arguments[] = {deriver->sweep.tape, memory, plain};
    deriver_call_runtime(deriver, "adcc_tape_defer_free", NULL, arguments, 3);
    return;
  }
  LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMValueRef none = LLVMConstInt(word, 0, false);
  LLVMValueRef arguments[] = {
      deriver->sweep.tape, memory, release_of_words(deriver, freeing), none, none, none};
  unsigned next = 3;
  for (unsigned i = 0; i < LLVMCountParams(freeing); i++)
    if (i != library_function(freeing)->freed_argument)
      arguments[next++] = to_word(deriver->builder, LLVMGetOperand(clone, i), word);
  deriver_call_runtime(deriver, "adcc_tape_defer_call", NULL, arguments, 6);
}

static bool can_be_deferred(LLVMValueRef call) {
  LLVMValueRef freeing = call_direct_callee(call);
  if (library_function(freeing)->release)
    return true;
  unsigned count = LLVMCountParams(freeing);
  if (count > 1 + MOST_FURTHER_ARGUMENTS || LLVMGetFirstUse(call))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!is_word(LLVMTypeOf(LLVMGetParam(freeing, i))))
      return false;
  return true;
}

/* The shadow to release: none for what is null, whatever stands in its place, nor where the block
 * carries no derivative and so is its own shadow (the text of a string in a structure that has
 * one). */
LLVMValueRef release_shadow(Deriver *deriver, LLVMValueRef pointer, unsigned lane) {
  LLVMValueRef primal = deriver_clone_of(deriver, pointer);
  LLVMValueRef shadow = deriver_shadow(deriver, pointer, lane);
  LLVMValueRef inactive = guard_inactive(deriver, primal, shadow);
  LLVMValueRef null = LLVMConstNull(LLVMTypeOf(pointer));
  LLVMValueRef is_null = LLVMBuildICmp(deriver->builder, LLVMIntEQ, primal, null, "");
  LLVMValueRef is_own = LLVMBuildICmp(deriver->builder, LLVMIntEQ, primal, shadow, "");
  LLVMValueRef none = LLVMBuildOr(deriver->builder, is_null, is_own, "");
  return guard_value(deriver, inactive, LLVMBuildSelect(deriver->builder, none, null, shadow, ""));
}

static bool is_own_variable(LLVMValueRef pointer) {
  return LLVMIsAAllocaInst(bridge_underlying_object(pointer));
}

static bool only_releases(const DiffContext *diff, LLVMValueRef function, Map *visited, bool *any);

/* One that has a derivative like any other, and no result, which may be computed from what is given
 * back. */
static bool may_be_put_off(const DiffContext *diff, LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  return callee && map_has(diff->canonical, callee) && !map_get(diff->bodies, callee) &&
         !registration_of(diff->registrations, callee) &&
         LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind &&
         !value_has_function_attribute(call, "enzyme_inactive") &&
         !value_has_function_attribute(call, "adcc_inactive");
}

static bool call_only_releases(const DiffContext *diff, LLVMValueRef call, Map *visited,
                               bool *any) {
  LLVMValueRef callee = call_direct_callee(call);
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  if (row && row->kind == LIBFN_FREE) {
    *any = true;
    return can_be_deferred(call);
  }
  if (!row && may_be_put_off(diff, call))
    return only_releases(diff, callee, visited, any);
  return !bridge_may_write_memory(call) || memory_block_call(call) == MEMORY_BLOCK_LIFETIME;
}

static bool only_releases(const DiffContext *diff, LLVMValueRef function, Map *visited, bool *any) {
  if (map_has(visited, function))
    return true;
  map_set(visited, function, function);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      bool fine = !bridge_may_write_memory(instruction);
      if (LLVMIsAStoreInst(instruction))
        fine = is_own_variable(LLVMGetOperand(instruction, 1)) && !LLVMGetVolatile(instruction);
      else if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction))
        fine = call_only_releases(diff, instruction, visited, any);
      if (!fine)
        return false;
    }
  return true;
}

static bool function_is_all(const DiffContext *diff, LLVMValueRef function) {
  if (!map_has(diff->only_release, function)) {
    bool any = false;
    bool all = only_releases(diff, function, map_create(diff->arena), &any);
    map_set(diff->only_release, function, all && any ? function : NULL);
  }
  return map_get(diff->only_release, function) != NULL;
}

bool release_is_put_off(const Deriver *deriver, LLVMValueRef call) {
  const DiffContext *diff = deriver->diff;
  if (deriver->key->mode == REQUEST_FORWARD || !may_be_put_off(diff, call) ||
      !function_is_all(diff, call_direct_callee(call)))
    return false;
  return activity_of_instruction(deriver->sweep.activity, call) ||
         function_is_all(diff, deriver->sweep.primal);
}

void release_forward(Deriver *deriver, LLVMValueRef call) {
  unsigned freed = library_function(call_direct_callee(call))->freed_argument;
  LLVMValueRef clone = deriver_clone_of(deriver, call), pointer = LLVMGetOperand(call, freed);
  unsigned lanes = deriver_has_shadow(deriver, pointer) ? deriver->width : 0;
  deriver_position_after(deriver, clone);
  if (deriver->key->mode == REQUEST_FORWARD) {
    for (unsigned lane = 0; lane < lanes && !replay_has_shadows(deriver); lane++) {
      LLVMValueRef copy = LLVMInstructionClone(clone);
      LLVMSetOperand(copy, freed, release_shadow(deriver, pointer, lane));
      LLVMInsertIntoBuilder(deriver->builder, copy);
    }
    return;
  }
  if (!can_be_deferred(call)) {
    deriver_error(
        deriver, call, DIAG_UNSUPPORTED,
        "this release: reverse mode calls it when its tape ends, which can be done if it takes "
        "four arguments at most, integers and pointers, and its result is not used");
    return;
  }
  for (unsigned lane = 0; lane < lanes; lane++)
    defer(deriver, call, release_shadow(deriver, pointer, lane));
  defer(deriver, call, LLVMGetOperand(clone, freed));
  deriver_replace_clone(deriver, call, NULL);
}
