/* Exceptions that pass between functions of the differentiated program, as ordinary control flow.
 *
 * A function that is not inlined, may throw, and is called where an exception would land (`invoke`)
 * gets a variant that does not throw: it takes the address of a slot, and where an exception would
 * leave it, it puts the exception there and returns. The caller looks at the slot and, if it is
 * filled, raises the exception again towards its own landing pad, which chooses the handler as
 * before. So the reverse sweep goes back through what the callee did before it threw, as through
 * any other early return. Exceptions that leave the differentiated program altogether stay as they
 * are: the reverse sweep never runs.
 *
 * Requires simplified copies (prepare.c), before their canonical form. */
#include "prepare.h"

/* ---- who may throw ---- */

static bool call_may_throw(Preparation *preparation, LLVMValueRef call, Map *visited);

static bool is_call(LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
}

static bool function_may_throw(Preparation *preparation, LLVMValueRef function, Map *visited) {
  if (map_has(visited, function))
    return false; /* what is being visited adds nothing of its own */
  map_set(visited, function, function);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_call(instruction) && call_may_throw(preparation, instruction, visited))
        return true;
  return false;
}

static bool call_may_throw(Preparation *preparation, LLVMValueRef call, Map *visited) {
  if (value_has_function_attribute(call, "nounwind"))
    return false;
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee)
    return true;
  const LibraryFunction *row = library_function(callee);
  switch (row ? row->kind : LIBFN_NONE) {
  case LIBFN_MALLOC:
  case LIBFN_CALLOC:
  case LIBFN_REALLOC:
  case LIBFN_ALIGNED_ALLOC:
  case LIBFN_POSIX_MEMALIGN:
  case LIBFN_FREE:
    return false; /* but for the exhaustion of memory */
  default:
    break;
  }
  if (LLVMGetIntrinsicID(callee) || rule_exists_for_function(callee))
    return false;
  if (!map_has(preparation->source, callee))
    return true;
  return !map_has(preparation->finished, callee) ||
         function_may_throw(preparation, callee, visited);
}

bool prepare_may_throw(Preparation *preparation, LLVMValueRef call) {
  return call_may_throw(preparation, call, map_create(preparation->arena));
}

static void ignore_visit(void *context, LLVMValueRef source, LLVMValueRef copy) {
  (void)context, (void)source, (void)copy;
}

/* ---- variants that return what they would throw ---- */

typedef struct {
  Preparation *preparation;
  LLVMValueRef function;
  LLVMValueRef slot; /* of a variant: where an exception that leaves goes; else NULL */
  LLVMBuilderRef builder;
  LLVMBasicBlockRef leave; /* returns when the slot is filled */
  LLVMBasicBlockRef land;  /* fills the slot with what an outside function threw */
} Lowering;

static LLVMValueRef variant_of(Preparation *preparation, LLVMValueRef copy,
                               LLVMValueRef personality);

static LLVMContextRef context_of(const Lowering *lowering) {
  return LLVMGetModuleContext(LLVMGetGlobalParent(lowering->function));
}

static LLVMTypeRef pointer_type(const Lowering *lowering) {
  return LLVMPointerTypeInContext(context_of(lowering), 0);
}

static void build_nothing_returned(Lowering *lowering) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(lowering->function));
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(lowering->builder);
  else
    LLVMBuildRet(lowering->builder, LLVMConstNull(type));
}

static LLVMBasicBlockRef leave_block(Lowering *lowering) {
  if (!lowering->leave) {
    lowering->leave =
        LLVMAppendBasicBlockInContext(context_of(lowering), lowering->function, "thrown");
    LLVMPositionBuilderAtEnd(lowering->builder, lowering->leave);
    build_nothing_returned(lowering);
  }
  return lowering->leave;
}

static LLVMBasicBlockRef land_block(Lowering *lowering) {
  if (lowering->land)
    return lowering->land;
  LLVMContextRef context = context_of(lowering);
  lowering->land = LLVMAppendBasicBlockInContext(context, lowering->function, "caught");
  LLVMPositionBuilderAtEnd(lowering->builder, lowering->land);
  LLVMTypeRef members[] = {pointer_type(lowering), LLVMInt32TypeInContext(context)};
  LLVMValueRef pad = LLVMBuildLandingPad(
      lowering->builder, LLVMStructTypeInContext(context, members, 2, false), NULL, 1, "");
  LLVMAddClause(pad, LLVMConstNull(members[0]));
  LLVMBuildStore(lowering->builder, LLVMBuildExtractValue(lowering->builder, pad, 0, ""),
                 lowering->slot);
  build_nothing_returned(lowering);
  return lowering->land;
}

/* The call of the variant in place of `call`, with `slot` behind its arguments. */
static LLVMValueRef build_variant_call(Lowering *lowering, LLVMValueRef call, LLVMValueRef slot) {
  LLVMValueRef variant = variant_of(lowering->preparation, call_direct_callee(call),
                                    LLVMGetPersonalityFn(lowering->function));
  unsigned count = call_argument_count(call);
  LLVMValueRef *arguments = ARENA_ARRAY(lowering->preparation->arena, LLVMValueRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    arguments[i] = LLVMGetOperand(call, i);
  arguments[count] = slot;
  LLVMPositionBuilderBefore(lowering->builder, call);
  LLVMSetCurrentDebugLocation2(lowering->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef result = LLVMBuildCall2(lowering->builder, LLVMGlobalGetValueType(variant), variant,
                                       arguments, count + 1, "");
  call_copy_attributes(call, result);
  LLVMReplaceAllUsesWith(call, result);
  return result;
}

static LLVMValueRef build_thrown(Lowering *lowering, LLVMValueRef slot, LLVMValueRef *exception) {
  *exception = LLVMBuildLoad2(lowering->builder, pointer_type(lowering), slot, "exception");
  return LLVMBuildICmp(lowering->builder, LLVMIntNE, *exception,
                       LLVMConstNull(pointer_type(lowering)), "thrown");
}

static LLVMValueRef declare(Lowering *lowering, const char *name, LLVMTypeRef type) {
  LLVMModuleRef module = LLVMGetGlobalParent(lowering->function);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  return function ? function : LLVMAddFunction(module, name, type);
}

/* Raises the exception anew, so that the landing pad at `unwind` sees it with its own selector. */
static void build_raise(Lowering *lowering, LLVMValueRef exception, LLVMBasicBlockRef unwind) {
  LLVMContextRef context = context_of(lowering);
  LLVMTypeRef parameter = pointer_type(lowering);
  LLVMTypeRef raise_type = LLVMFunctionType(LLVMInt32TypeInContext(context), &parameter, 1, false);
  LLVMTypeRef terminate_type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  LLVMBasicBlockRef unhandled =
      LLVMAppendBasicBlockInContext(context, lowering->function, "unhandled");
  LLVMBuildInvoke2(lowering->builder, raise_type,
                   declare(lowering, "_Unwind_RaiseException", raise_type), &exception, 1,
                   unhandled, unwind, "");
  LLVMPositionBuilderAtEnd(lowering->builder, unhandled);
  LLVMValueRef terminate =
      LLVMBuildCall2(lowering->builder, terminate_type,
                     declare(lowering, "_ZSt9terminatev", terminate_type), NULL, 0, "");
  LLVMAddCallSiteAttribute(
      terminate, LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("noreturn", 8), 0));
  LLVMBuildUnreachable(lowering->builder);
}

static void lower_invoke(Lowering *lowering, LLVMValueRef invoke) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(invoke);
  LLVMBasicBlockRef normal = LLVMGetNormalDest(invoke), unwind = LLVMGetUnwindDest(invoke);
  LLVMTypeRef pointer = pointer_type(lowering);
  LLVMValueRef slot = build_alloca_in_entry(lowering->function, pointer, "exception.slot");
  LLVMPositionBuilderBefore(lowering->builder, invoke);
  LLVMBuildStore(lowering->builder, LLVMConstNull(pointer), slot);
  build_variant_call(lowering, invoke, slot);
  LLVMValueRef exception;
  LLVMValueRef thrown = build_thrown(lowering, slot, &exception);
  LLVMBasicBlockRef raise =
      LLVMAppendBasicBlockInContext(context_of(lowering), lowering->function, "raise");
  LLVMBuildCondBr(lowering->builder, thrown, raise, normal);
  FOR_EACH_INSTRUCTION (phi, unwind) {
    if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
      break;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == block)
        bridge_phi_set_incoming_block(phi, i, raise);
  }
  LLVMInstructionEraseFromParent(invoke);
  LLVMPositionBuilderAtEnd(lowering->builder, raise);
  build_raise(lowering, exception, unwind);
}

/* In a variant: a call through which exceptions leave. */
static void lower_call(Lowering *lowering, LLVMValueRef call) {
  build_variant_call(lowering, call, lowering->slot);
  LLVMValueRef exception;
  LLVMValueRef thrown = build_thrown(lowering, lowering->slot, &exception);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  LLVMBasicBlockRef rest = bridge_split_block(block, call, "returned");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(block));
  LLVMBasicBlockRef leave = leave_block(lowering);
  LLVMPositionBuilderAtEnd(lowering->builder, block);
  LLVMBuildCondBr(lowering->builder, thrown, leave, rest);
  LLVMInstructionEraseFromParent(call);
}

/* The frames above a variant look at its slot and have no landing pad, so that the unwinder, which
 * looks for a handler before it unwinds anything, must find one here. */
static void catch_everything(LLVMValueRef variant) {
  FOR_EACH_BLOCK (block, variant)
    FOR_EACH_INSTRUCTION (pad, block)
      if (LLVMIsALandingPadInst(pad))
        LLVMAddClause(pad, LLVMConstNull(LLVMPointerTypeInContext(
                               LLVMGetTypeContext(LLVMTypeOf(variant)), 0)));
}

static void lower_resume(Lowering *lowering, LLVMValueRef resume) {
  LLVMPositionBuilderBefore(lowering->builder, resume);
  LLVMBuildStore(lowering->builder,
                 LLVMBuildExtractValue(lowering->builder, LLVMGetOperand(resume, 0), 0, ""),
                 lowering->slot);
  build_nothing_returned(lowering);
  LLVMInstructionEraseFromParent(resume);
}

static void lower_function(Preparation *preparation, LLVMValueRef function, LLVMValueRef slot) {
  Lowering lowering = {
      preparation, function,
      slot,        LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function))),
      NULL,        NULL};
  ValueArray found = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_call(instruction) || LLVMGetInstructionOpcode(instruction) == LLVMResume)
        ARRAY_PUSH(preparation->arena, found, instruction);
  for (size_t i = 0; i < found.count; i++) {
    LLVMValueRef instruction = found.items[i];
    LLVMSetCurrentDebugLocation2(lowering.builder, NULL);
    if (LLVMGetInstructionOpcode(instruction) == LLVMResume) {
      if (slot)
        lower_resume(&lowering, instruction);
      continue;
    }
    if (!prepare_may_throw(preparation, instruction))
      continue;
    LLVMValueRef callee = call_direct_callee(instruction);
    bool is_ours = callee && map_has(preparation->source, callee);
    if (LLVMIsAInvokeInst(instruction)) {
      if (is_ours)
        lower_invoke(&lowering, instruction);
    } else if (slot && is_ours)
      lower_call(&lowering, instruction);
    else if (slot && !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
      bridge_call_to_invoke(instruction, land_block(&lowering));
  }
  LLVMDisposeBuilder(lowering.builder);
}

static LLVMValueRef variant_of(Preparation *preparation, LLVMValueRef copy,
                               LLVMValueRef personality) {
  LLVMValueRef variant = map_get(preparation->variants, copy);
  if (variant)
    return variant;
  LLVMTypeRef type = LLVMGlobalGetValueType(copy);
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *parameters = ARENA_ARRAY(preparation->arena, LLVMTypeRef, count + 1);
  LLVMGetParamTypes(type, parameters);
  parameters[count] = LLVMPointerTypeInContext(LLVMGetTypeContext(LLVMTypeOf(copy)), 0);
  size_t length;
  const char *name = LLVMGetValueName2(copy, &length);
  variant = bridge_clone_function(
      copy, LLVMFunctionType(LLVMGetReturnType(type), parameters, count + 1, false),
      arena_format(preparation->arena, "%.*s.returning", (int)length, name), NULL, ignore_visit,
      NULL);
  map_set(preparation->variants, copy, variant);
  map_set(preparation->is_variant, variant, copy);
  if (!LLVMHasPersonalityFn(variant))
    LLVMSetPersonalityFn(variant, personality);
  catch_everything(variant);
  lower_function(preparation, variant, LLVMGetParam(variant, count));
  build_add_attribute(variant, "nounwind");
  return variant;
}

static void lower_reachable(Preparation *preparation, LLVMValueRef function, Map *visited) {
  if (map_has(visited, function) || map_has(preparation->canonical, function))
    return;
  map_set(visited, function, function);
  prepare_lower_invokes(preparation, function);
  lower_function(preparation, function, NULL);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef callee = is_call(instruction) ? call_direct_callee(instruction) : NULL;
      if (callee && map_has(preparation->source, callee))
        lower_reachable(preparation, callee, visited);
    }
}

void prepare_lower_throws(Preparation *preparation, LLVMValueRef root) {
  lower_reachable(preparation, root, map_create(preparation->arena));
}
