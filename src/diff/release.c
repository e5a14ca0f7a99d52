/* Releases of memory. What the primal frees lives on until the reverse sweep is done with it: the
 * tape releases it, and its shadow, when it ends. A release that takes more than the pointer leaves
 * a record of its arguments for then. */
#include "diff.h"

static LLVMTypeRef pointer_type(Deriver *deriver) {
  return LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
}

static LLVMTypeRef void_type(Deriver *deriver) {
  return LLVMVoidTypeInContext(LLVMGetModuleContext(deriver->diff->module));
}

/* The function of one argument that releases what `freeing` releases; NULL: there is none, and the
 * release wants its other arguments (a user's context, an alignment). */
static LLVMValueRef release_function(Deriver *deriver, LLVMValueRef freeing) {
  const LibraryFunction *row = library_function(freeing);
  if (!row->release)
    return LLVMCountParams(freeing) == 1 ? freeing : NULL;
  LLVMValueRef found = LLVMGetNamedFunction(deriver->diff->module, row->release);
  if (found)
    return found;
  LLVMTypeRef parameter = pointer_type(deriver);
  return LLVMAddFunction(deriver->diff->module, row->release,
                         LLVMFunctionType(void_type(deriver), &parameter, 1, false));
}

/* The arguments of a release, one after the other. */
static LLVMTypeRef record_type(Deriver *deriver, LLVMValueRef freeing) {
  unsigned count = LLVMCountParams(freeing);
  LLVMTypeRef *types = ARENA_ARRAY(deriver->sweep.arena, LLVMTypeRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(LLVMGetParam(freeing, i));
  return LLVMStructTypeInContext(LLVMGetModuleContext(deriver->diff->module), types, count, false);
}

/* A function that does what a record says, and frees it. */
static LLVMValueRef release_by_record(Deriver *deriver, LLVMValueRef freeing) {
  LLVMModuleRef module = deriver->diff->module;
  const char *name = arena_format(deriver->sweep.arena, "adcc.release.%s",
                                  LLVMGetValueName2(freeing, &(size_t){0}));
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function)
    return function;
  LLVMTypeRef parameter = pointer_type(deriver), record = record_type(deriver, freeing);
  function =
      LLVMAddFunction(module, name, LLVMFunctionType(void_type(deriver), &parameter, 1, false));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  LLVMValueRef from = LLVMGetParam(function, 0);
  unsigned count = LLVMCountParams(freeing);
  LLVMValueRef *arguments = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    arguments[i] = LLVMBuildLoad2(builder, LLVMStructGetTypeAtIndex(record, i),
                                  LLVMBuildStructGEP2(builder, record, from, i, ""), "");
  LLVMBuildFree(builder, from);
  LLVMValueRef call =
      LLVMBuildCall2(builder, LLVMGlobalGetValueType(freeing), freeing, arguments, count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(freeing));
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  return function;
}

/* Has the tape release `pointer`, the block of the call or its shadow, when it ends. */
static void defer(Deriver *deriver, LLVMValueRef call, LLVMValueRef pointer) {
  LLVMValueRef freeing = call_direct_callee(call), clone = deriver_clone_of(deriver, call);
  LLVMValueRef release = release_function(deriver, freeing);
  if (release) {
    LLVMValueRef arguments[] = {deriver->sweep.tape, pointer, release};
    deriver_call_runtime(deriver, "adcc_tape_defer_free", NULL, arguments, 3);
    return;
  }
  LLVMBuilderRef builder = deriver->builder;
  LLVMTypeRef type = record_type(deriver, freeing);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
  LLVMValueRef arguments[] = {deriver->sweep.tape, pointer, release_by_record(deriver, freeing),
                              LLVMConstInt(i64, bytes, false)};
  LLVMValueRef record =
      deriver_call_runtime(deriver, "adcc_tape_defer_release", pointer_type(deriver), arguments, 4);
  for (unsigned i = 0; i < call_argument_count(call); i++)
    LLVMBuildStore(builder,
                   i == library_function(freeing)->freed_argument ? pointer
                                                                  : LLVMGetOperand(clone, i),
                   LLVMBuildStructGEP2(builder, type, record, i, ""));
}

/* The shadow to release: none for what is null, whatever stands in its place, nor where the block
 * carries no derivative and so is its own shadow (the text of a string in a structure that has
 * one), nor where it turns out inactive. */
static LLVMValueRef shadow_to_release(Deriver *deriver, LLVMValueRef pointer, unsigned lane) {
  LLVMValueRef primal = deriver_clone_of(deriver, pointer);
  LLVMValueRef shadow = deriver_shadow(deriver, pointer, lane);
  LLVMValueRef null = LLVMConstNull(LLVMTypeOf(pointer));
  LLVMValueRef is_null = LLVMBuildICmp(deriver->builder, LLVMIntEQ, primal, null, "");
  LLVMValueRef is_own = LLVMBuildICmp(deriver->builder, LLVMIntEQ, primal, shadow, "");
  LLVMValueRef none = LLVMBuildOr(deriver->builder, is_null, is_own, "");
  LLVMValueRef released = LLVMBuildSelect(deriver->builder, none, null, shadow, "");
  return guard_value(deriver, guard_inactive(deriver, primal, shadow), released);
}

void release_forward(Deriver *deriver, LLVMValueRef call) {
  unsigned freed = library_function(call_direct_callee(call))->freed_argument;
  LLVMValueRef clone = deriver_clone_of(deriver, call), pointer = LLVMGetOperand(call, freed);
  unsigned lanes = deriver_has_shadow(deriver, pointer) ? deriver->width : 0;
  deriver_position_after(deriver, clone);
  if (deriver->key->mode == REQUEST_FORWARD) {
    for (unsigned lane = 0; lane < lanes && !replay_has_shadows(deriver); lane++) {
      LLVMValueRef copy = LLVMInstructionClone(clone);
      LLVMSetOperand(copy, freed, shadow_to_release(deriver, pointer, lane));
      LLVMInsertIntoBuilder(deriver->builder, copy);
    }
    return;
  }
  if (LLVMGetFirstUse(clone)) {
    deriver_error(deriver, call, DIAG_UNSUPPORTED, "the result of a release");
    return;
  }
  for (unsigned lane = 0; lane < lanes; lane++)
    defer(deriver, call, shadow_to_release(deriver, pointer, lane));
  defer(deriver, call, LLVMGetOperand(clone, freed));
  deriver_replace_clone(deriver, call, NULL);
}
