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
 * What is thrown may carry a derivative. The unwinder, through which it goes to the handler, knows
 * nothing of shadows; so where it is thrown and caught, its address goes the same way through
 * variables of the functions and the slots: a handler that was given what those hold takes it from
 * there. What comes from outside is const memory to it.
 *
 * Requires simplified copies (prepare.c), before their canonical form. */
#include "prepare.h"

#include <string.h>

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

/* Variables with what was thrown last: the address of the exception as a number, 0 if it came from
 * outside, and a pointer to it, or to what it points to if it is a pointer. NULL: nothing here
 * throws but what is outside. */
typedef struct {
  LLVMValueRef number, pointer;
} Thrown;

/* A slot is a structure of the unwinder's exception, which is NULL if there is none, and these. */
enum { SLOT_EXCEPTION, SLOT_NUMBER, SLOT_POINTER, SLOT_MEMBERS };

typedef struct {
  Preparation *preparation;
  LLVMValueRef function;
  LLVMValueRef slot; /* of a variant: where an exception that leaves goes; else NULL */
  LLVMBuilderRef builder;
  Thrown thrown;
  LLVMBasicBlockRef leave;   /* returns when the slot is filled */
  LLVMBasicBlockRef land[2]; /* fill the slot with what was thrown here, or outside */
} Lowering;

static LLVMValueRef variant_of(Preparation *preparation, LLVMValueRef copy,
                               LLVMValueRef personality);

static LLVMContextRef context_of(const Lowering *lowering) {
  return LLVMGetModuleContext(LLVMGetGlobalParent(lowering->function));
}

static LLVMTypeRef pointer_type(const Lowering *lowering) {
  return LLVMPointerTypeInContext(context_of(lowering), 0);
}

static LLVMTypeRef number_type(const Lowering *lowering) {
  return LLVMInt64TypeInContext(context_of(lowering));
}

static LLVMTypeRef slot_type(const Lowering *lowering) {
  LLVMTypeRef members[SLOT_MEMBERS] = {pointer_type(lowering), number_type(lowering),
                                       pointer_type(lowering)};
  return LLVMStructTypeInContext(context_of(lowering), members, SLOT_MEMBERS, false);
}

static LLVMValueRef slot_member(const Lowering *lowering, LLVMValueRef slot, unsigned member) {
  return LLVMBuildStructGEP2(lowering->builder, slot_type(lowering), slot, member, "");
}

/* ---- what is thrown ---- */

static LLVMValueRef declare(Lowering *lowering, const char *name, LLVMTypeRef type) {
  LLVMModuleRef module = LLVMGetGlobalParent(lowering->function);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  return function ? function : LLVMAddFunction(module, name, type);
}

static void note_thrown(Lowering *lowering, LLVMValueRef number, LLVMValueRef pointer) {
  if (!lowering->thrown.number)
    return;
  LLVMBuildStore(lowering->builder, number, lowering->thrown.number);
  LLVMBuildStore(lowering->builder, pointer, lowering->thrown.pointer);
}

static void note_thrown_outside(Lowering *lowering) {
  note_thrown(lowering, LLVMConstNull(number_type(lowering)),
              LLVMConstNull(pointer_type(lowering)));
}

/* Around an invoke of what is outside: behind it, an exception on its way is what it was. */
static void note_invoke(Lowering *lowering, LLVMValueRef invoke) {
  const Thrown *thrown = &lowering->thrown;
  if (!thrown->number)
    return;
  LLVMBuilderRef builder = lowering->builder;
  LLVMPositionBuilderBefore(builder, invoke);
  LLVMValueRef number = LLVMBuildLoad2(builder, number_type(lowering), thrown->number, "");
  LLVMValueRef pointer = LLVMBuildLoad2(builder, pointer_type(lowering), thrown->pointer, "");
  note_thrown_outside(lowering);
  LLVMBasicBlockRef behind =
      bridge_split_edge(LLVMGetInstructionParent(invoke), LLVMGetNormalDest(invoke), "invoked");
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(behind));
  note_thrown(lowering, number, pointer);
}

/* By the name of its type_info: a pointer, to a member or to anything. */
static bool is_pointer_type(LLVMValueRef type_info) {
  size_t length;
  const char *name = LLVMGetValueName2(type_info, &length);
  return strncmp(name, "_ZTIP", 5) == 0 || strncmp(name, "_ZTIM", 5) == 0;
}

/* Ahead of a call of __cxa_throw. */
static void note_throw(Lowering *lowering, LLVMValueRef call) {
  if (!lowering->thrown.number)
    return;
  LLVMValueRef object = LLVMGetOperand(call, 0), pointer = object;
  if (is_pointer_type(LLVMGetOperand(call, 1)))
    pointer = LLVMBuildLoad2(lowering->builder, pointer_type(lowering), object, "");
  note_thrown(lowering, LLVMBuildPtrToInt(lowering->builder, object, number_type(lowering), ""),
              pointer);
}

/* What leaves a variant goes into its slot. */
static void build_leave(Lowering *lowering, LLVMValueRef exception) {
  LLVMBuilderRef builder = lowering->builder;
  LLVMValueRef number = LLVMConstNull(number_type(lowering));
  LLVMValueRef pointer = LLVMConstNull(pointer_type(lowering));
  if (lowering->thrown.number) {
    number = LLVMBuildLoad2(builder, number_type(lowering), lowering->thrown.number, "");
    pointer = LLVMBuildLoad2(builder, pointer_type(lowering), lowering->thrown.pointer, "");
  }
  LLVMBuildStore(builder, exception, slot_member(lowering, lowering->slot, SLOT_EXCEPTION));
  LLVMBuildStore(builder, number, slot_member(lowering, lowering->slot, SLOT_NUMBER));
  LLVMBuildStore(builder, pointer, slot_member(lowering, lowering->slot, SLOT_POINTER));
}

/* The handler's view of the exception is the pointer to what was thrown, if that it is. */
static void lower_catch(Lowering *lowering, LLVMValueRef call) {
  enum { UNWINDER_BYTES = 32 }; /* of _Unwind_Exception, which stands before what is thrown */
  LLVMBuilderRef builder = lowering->builder;
  LLVMTypeRef number_of = number_type(lowering), pointer_of = pointer_type(lowering);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef number = LLVMBuildLoad2(builder, number_of, lowering->thrown.number, "");
  LLVMValueRef pointer = LLVMBuildLoad2(builder, pointer_of, lowering->thrown.pointer, "");
  LLVMValueRef given = LLVMBuildPtrToInt(builder, LLVMGetOperand(call, 0), number_of, "");
  given = LLVMBuildAdd(builder, given, LLVMConstInt(number_of, UNWINDER_BYTES, false), "");
  LLVMValueRef same_exception = LLVMBuildICmp(builder, LLVMIntEQ, given, number, "");
  LLVMValueRef same_place = LLVMBuildICmp(builder, LLVMIntEQ, call, pointer, "");
  LLVMValueRef is_known = LLVMBuildAnd(builder, same_exception, same_place, "thrown.here");
  LLVMTypeRef parameters[] = {pointer_of, number_of};
  LLVMTypeRef type = LLVMFunctionType(pointer_of, parameters, 2, false);
  LLVMValueRef lost = LLVMBuildSelect(builder, is_known, LLVMConstNull(number_of), number, "");
  LLVMValueRef outside =
      LLVMBuildCall2(builder, type, declare(lowering, "adcc_exception_outside", type),
                     (LLVMValueRef[]){LLVMGetUndef(pointer_of), lost}, 2, "outside");
  LLVMAddCallSiteAttribute(outside, LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(context_of(lowering),
                                                   LLVMGetEnumAttributeKindForName("nounwind", 8),
                                                   0));
  LLVMValueRef caught = LLVMBuildSelect(builder, is_known, pointer, outside, "caught");
  LLVMReplaceAllUsesWith(call, caught);
  LLVMSetOperand(outside, 0, call);
  LLVMSetOperand(same_place, 0, call);
}

/* ---- calls ---- */

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

/* For what is thrown here, and for what comes from outside. */
static LLVMBasicBlockRef land_block(Lowering *lowering, bool outside) {
  LLVMBasicBlockRef *land = &lowering->land[outside];
  if (*land)
    return *land;
  LLVMContextRef context = context_of(lowering);
  *land = LLVMAppendBasicBlockInContext(context, lowering->function, "caught");
  LLVMPositionBuilderAtEnd(lowering->builder, *land);
  LLVMTypeRef members[] = {pointer_type(lowering), LLVMInt32TypeInContext(context)};
  LLVMValueRef pad = LLVMBuildLandingPad(
      lowering->builder, LLVMStructTypeInContext(context, members, 2, false), NULL, 1, "");
  LLVMAddClause(pad, LLVMConstNull(members[0]));
  if (outside)
    note_thrown_outside(lowering);
  build_leave(lowering, LLVMBuildExtractValue(lowering->builder, pad, 0, ""));
  build_nothing_returned(lowering);
  return *land;
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
  LLVMRemoveCallSiteEnumAttribute(result, LLVMAttributeFunctionIndex,
                                  LLVMGetEnumAttributeKindForName("noreturn", 8));
  LLVMReplaceAllUsesWith(call, result);
  return result;
}

static LLVMValueRef build_thrown(Lowering *lowering, LLVMValueRef slot, LLVMValueRef *exception) {
  *exception = LLVMBuildLoad2(lowering->builder, pointer_type(lowering), slot, "exception");
  return LLVMBuildICmp(lowering->builder, LLVMIntNE, *exception,
                       LLVMConstNull(pointer_type(lowering)), "thrown");
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
  LLVMValueRef slot =
      build_alloca_in_entry(lowering->function, slot_type(lowering), "exception.slot");
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
  LLVMValueRef number = LLVMBuildLoad2(lowering->builder, number_type(lowering),
                                       slot_member(lowering, slot, SLOT_NUMBER), "");
  note_thrown(
      lowering, number,
      LLVMBuildLoad2(lowering->builder, pointer, slot_member(lowering, slot, SLOT_POINTER), ""));
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
  build_leave(lowering, LLVMBuildExtractValue(lowering->builder, LLVMGetOperand(resume, 0), 0, ""));
  build_nothing_returned(lowering);
  LLVMInstructionEraseFromParent(resume);
}

static LibraryKind kind_of_call(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  const LibraryFunction *row = callee ? library_function(callee) : NULL;
  return row ? row->kind : LIBFN_NONE;
}

static bool is_ours(const Lowering *lowering, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return callee && map_has(lowering->preparation->source, callee);
}

/* Does anything throw here, or hand on, what it has itself? */
static bool throws_here(const Lowering *lowering, LLVMValueRef call) {
  return kind_of_call(call) == LIBFN_THROW || kind_of_call(call) == LIBFN_THROW_KEPT ||
         (LLVMIsAInvokeInst(call) && is_ours(lowering, call) &&
          prepare_may_throw(lowering->preparation, call));
}

static void lower_thrower(Lowering *lowering, LLVMValueRef call) {
  LibraryKind kind = kind_of_call(call);
  LLVMTypeRef number = number_type(lowering), pointer = pointer_type(lowering);
  bool ours = is_ours(lowering, call);
  bool outside = !ours && kind != LIBFN_THROW && kind != LIBFN_RETHROW && kind != LIBFN_THROW_KEPT;
  LLVMPositionBuilderBefore(lowering->builder, call);
  if (kind == LIBFN_THROW)
    note_throw(lowering, call);
  if (kind == LIBFN_THROW_KEPT) /* one of those that were thrown, or of those from outside */
    note_thrown(lowering, LLVMConstInt(number, 1, false), LLVMConstNull(pointer));
  if (LLVMIsAInvokeInst(call)) {
    if (ours)
      lower_invoke(lowering, call);
    else if (outside)
      note_invoke(lowering, call);
  } else if (lowering->slot && ours)
    lower_call(lowering, call);
  else if (lowering->slot && !LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
    bridge_call_to_invoke(call, land_block(lowering, outside));
}

static void lower_function(Preparation *preparation, LLVMValueRef function, LLVMValueRef slot) {
  Lowering lowering = {.preparation = preparation,
                       .function = function,
                       .slot = slot,
                       .builder =
                           LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)))};
  ValueArray found = {0};
  bool tracks = false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (is_call(instruction) || LLVMGetInstructionOpcode(instruction) == LLVMResume) {
        ARRAY_PUSH(preparation->arena, found, instruction);
        tracks = tracks || (is_call(instruction) && throws_here(&lowering, instruction));
      }
  if (tracks) {
    lowering.thrown.number =
        build_alloca_in_entry(function, number_type(&lowering), "thrown.number");
    lowering.thrown.pointer = build_alloca_in_entry(function, pointer_type(&lowering), "thrown");
    LLVMPositionBuilderBefore(lowering.builder, build_point_after(lowering.thrown.number));
    note_thrown_outside(&lowering);
  }
  for (size_t i = 0; i < found.count; i++) {
    LLVMValueRef instruction = found.items[i];
    LLVMSetCurrentDebugLocation2(lowering.builder, NULL);
    if (LLVMGetInstructionOpcode(instruction) == LLVMResume) {
      if (slot)
        lower_resume(&lowering, instruction);
    } else if (kind_of_call(instruction) == LIBFN_CATCH) {
      if (tracks)
        lower_catch(&lowering, instruction);
    } else if (prepare_may_throw(preparation, instruction))
      lower_thrower(&lowering, instruction);
  }
  LLVMDisposeBuilder(lowering.builder);
  if (tracks)
    function_run_passes(preparation->sink, function, preparation->machine, "mem2reg");
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
  build_remove_attribute(variant, "noreturn"); /* what always throws returns here */
  return variant;
}

static void lower_reachable(Preparation *preparation, LLVMValueRef function, Map *visited) {
  if (map_has(visited, function) || map_has(preparation->canonical, function))
    return;
  map_set(visited, function, function);
  if (!map_has(preparation->is_variant, function)) { /* those are lowered as they are made */
    prepare_lower_invokes(preparation, function);
    lower_function(preparation, function, NULL);
  }
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef callee = is_call(instruction) ? call_direct_callee(instruction) : NULL;
      if (callee &&
          (map_has(preparation->source, callee) || map_has(preparation->is_variant, callee)))
        lower_reachable(preparation, callee, visited);
    }
}

void prepare_lower_throws(Preparation *preparation, LLVMValueRef root) {
  lower_reachable(preparation, root, map_create(preparation->arena));
}
