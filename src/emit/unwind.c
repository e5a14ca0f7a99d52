/* A combined derivative owns its tape: an exception that leaves the forward sweep releases it on
 * the way. The reverse sweep throws nothing. A forward half that the user asks for has no tape to
 * hand out where it is left by an exception: a function around it releases that one. Requires the
 * function in its final form but for LLVM's optimisation, which removes the landing pad again where
 * nothing throws. */
#include "tape_code.h"

static bool throws_nothing(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (value_has_function_attribute(call, "nounwind") || LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
    return true;
  if (!callee)
    return false;
  const LibraryFunction *row = library_function(callee);
  return LLVMGetIntrinsicID(callee) != 0 || rule_exists_for_function(callee) ||
         (row && !library_is_inactive(row) && row->kind != LIBFN_NONE && row->kind != LIBFN_THROW &&
          row->kind != LIBFN_RETHROW && row->kind != LIBFN_THROW_KEPT);
}

/* What the module's own code uses; else that of the compiler's support library, which every program
 * links. */
static LLVMValueRef personality_of(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMHasPersonalityFn(f))
      return LLVMGetPersonalityFn(f);
  const char *name = "__gcc_personality_v0";
  LLVMValueRef found = LLVMGetNamedFunction(module, name);
  if (found)
    return found;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
  return LLVMAddFunction(module, name, LLVMFunctionType(i32, NULL, 0, true));
}

/* A block that ends a tape by the runtime's function of that name, and goes on to unwind. */
static LLVMBasicBlockRef build_cleanup(LLVMBuilderRef builder, LLVMValueRef function,
                                       const char *end, LLVMValueRef tape) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  if (!LLVMHasPersonalityFn(function))
    LLVMSetPersonalityFn(function, personality_of(module));
  LLVMBasicBlockRef cleanup = LLVMAppendBasicBlockInContext(context, function, "unwind");
  LLVMPositionBuilderAtEnd(builder, cleanup);
  LLVMTypeRef members[] = {LLVMPointerTypeInContext(context, 0), LLVMInt32TypeInContext(context)};
  LLVMValueRef pad = LLVMBuildLandingPad(
      builder, LLVMStructTypeInContext(context, members, 2, false), NULL, 0, "");
  LLVMSetCleanup(pad, true);
  LLVMValueRef call = build_call_by_name(builder, end, LLVMVoidTypeInContext(context), &tape, 1);
  call_add_mark(call, "nounwind");
  LLVMBuildResume(builder, pad);
  return cleanup;
}

/* `seen`: functions that are being asked. */
static bool may_throw(LLVMValueRef function, Map *seen) {
  if (value_has_function_attribute(function, "nounwind") || map_has(seen, function))
    return false;
  map_set(seen, function, function);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block) {
      if (LLVMGetInstructionOpcode(call) == LLVMResume)
        return true;
      LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
      bool body = callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee);
      if (LLVMIsACallInst(call) && (body ? may_throw(callee, seen) : !throws_nothing(call)))
        return true;
    }
  return false;
}

LLVMValueRef unwind_guard_half(Arena *arena, LLVMValueRef half) {
  enum { MOST_PARAMETERS = 256 };
  unsigned count = LLVMCountParams(half);
  if (count >= MOST_PARAMETERS || !may_throw(half, map_create(arena)))
    return NULL;
  LLVMModuleRef module = LLVMGetGlobalParent(half);
  LLVMContextRef context = LLVMGetModuleContext(module);
  const char *name = arena_format(arena, "%s.guarded", LLVMGetValueName2(half, &(size_t){0}));
  LLVMValueRef guarded = LLVMGetNamedFunction(module, name);
  if (guarded)
    return guarded;
  LLVMTypeRef type = LLVMGlobalGetValueType(half), parameters[MOST_PARAMETERS];
  LLVMGetParamTypes(type, parameters);
  parameters[count] = LLVMPointerTypeInContext(context, 0);
  guarded = LLVMAddFunction(
      module, name, LLVMFunctionType(LLVMGetReturnType(type), parameters, count + 1, false));
  LLVMSetLinkage(guarded, LLVMInternalLinkage);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, guarded, "entry"));
  LLVMValueRef arguments[MOST_PARAMETERS];
  LLVMGetParams(guarded, arguments);
  LLVMValueRef call = LLVMBuildCall2(builder, type, half, arguments, count, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, call);
  LLVMBasicBlockRef cleanup =
      build_cleanup(builder, guarded, "adcc_tape_destroy", LLVMGetParam(guarded, count));
  bridge_call_to_invoke(call, cleanup);
  LLVMDisposeBuilder(builder);
  return guarded;
}

void unwind_end_tape(const Sweep *sweep) {
  LLVMValueRef function = sweep->function;
  if (value_has_function_attribute(function, "nounwind"))
    return;
  ValueArray calls = {0}, resumes = {0};
  FOR_EACH_BLOCK (block, function) {
    if (map_has(sweep->reverse_blocks, block))
      continue;
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsACallInst(instruction) && !throws_nothing(instruction))
        ARRAY_PUSH(sweep->arena, calls, instruction);
      else if (LLVMGetInstructionOpcode(instruction) == LLVMResume)
        ARRAY_PUSH(sweep->arena, resumes, instruction);
  }
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMValueRef tape = sweep->tape;
  for (size_t i = 0; i < resumes.count; i++) {
    LLVMPositionBuilderBefore(builder, resumes.items[i]);
    tape_call(sweep, builder, "adcc_tape_end", NULL, &tape, 1);
  }
  if (calls.count) {
    LLVMBasicBlockRef cleanup = build_cleanup(builder, function, "adcc_tape_end", tape);
    for (size_t i = 0; i < calls.count; i++)
      bridge_call_to_invoke(calls.items[i], cleanup);
  }
  LLVMDisposeBuilder(builder);
}
