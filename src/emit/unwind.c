/* A combined derivative owns its tape: an exception that leaves the forward sweep releases it on
 * the way. The reverse sweep throws nothing. Requires the function in its final form but for LLVM's
 * optimisation, which removes the landing pad again where nothing throws. */
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
    if (!LLVMHasPersonalityFn(function))
      LLVMSetPersonalityFn(function, personality_of(module));
    LLVMBasicBlockRef cleanup = LLVMAppendBasicBlockInContext(context, function, "unwind");
    LLVMPositionBuilderAtEnd(builder, cleanup);
    LLVMTypeRef members[] = {LLVMPointerTypeInContext(context, 0), LLVMInt32TypeInContext(context)};
    LLVMValueRef pad = LLVMBuildLandingPad(
        builder, LLVMStructTypeInContext(context, members, 2, false), NULL, 0, "");
    LLVMSetCleanup(pad, true);
    tape_call(sweep, builder, "adcc_tape_end", NULL, &tape, 1);
    LLVMBuildResume(builder, pad);
    for (size_t i = 0; i < calls.count; i++)
      bridge_call_to_invoke(calls.items[i], cleanup);
  }
  LLVMDisposeBuilder(builder);
}
