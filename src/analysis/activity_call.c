/* activity_call.c: what calls mean for activity: their class, which operands of a rule matter, and
 * what a function with a body may read and write. */
#include "activity_flow.h"
#include <string.h>

static const char *const inactive_names[] = {"enzyme_inactive", "adcc_inactive"};

bool instruction_is_inactive(LLVMValueRef instruction) {
  if (!LLVMHasMetadata(instruction))
    return false;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
  for (unsigned i = 0; i < 2; i++) {
    const char *name = inactive_names[i];
    unsigned kind = LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
    if (LLVMGetMetadata(instruction, kind))
      return true;
  }
  return false;
}

bool argument_is_inactive(LLVMValueRef function, unsigned index) {
  for (unsigned i = 0; i < 2; i++)
    if (LLVMGetStringAttributeAtIndex(function, index, inactive_names[i],
                                      (unsigned)strlen(inactive_names[i])))
      return true;
  return false;
}

static bool call_is_inactive(LLVMValueRef call, LLVMValueRef callee) {
  if (instruction_is_inactive(call))
    return true;
  for (unsigned i = 0; i < 2; i++)
    if (LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, inactive_names[i],
                                       (unsigned)strlen(inactive_names[i])))
      return true;
  return callee && argument_is_inactive(callee, (unsigned)LLVMAttributeFunctionIndex);
}

/* Intrinsics that LLVM has touching memory, to keep them in place, and that move no data. */
static bool intrinsic_is_marker(Activity *activity, LLVMValueRef callee) {
  static const char *const names[] = {"llvm.lifetime.start",
                                      "llvm.lifetime.end",
                                      "llvm.assume",
                                      "llvm.experimental.noalias.scope.decl",
                                      "llvm.invariant.start",
                                      "llvm.invariant.end",
                                      "llvm.prefetch",
                                      "llvm.stacksave",
                                      "llvm.stackrestore",
                                      "llvm.sideeffect",
                                      "llvm.donothing",
                                      "llvm.dbg.value",
                                      "llvm.dbg.declare",
                                      "llvm.dbg.assign",
                                      "llvm.dbg.label",
                                      "llvm.objectsize",
                                      "llvm.is.constant",
                                      "llvm.var.annotation",
                                      "llvm.trap",
                                      "llvm.debugtrap",
                                      "llvm.ubsantrap",
                                      "llvm.va_start",
                                      "llvm.va_end",
                                      "llvm.pseudoprobe",
                                      "llvm.set.rounding",
                                      "llvm.get.rounding",
                                      "llvm.is.fpclass"};
  if (!activity->ignored) {
    activity->ignored = map_create(activity->arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      uintptr_t id = LLVMLookupIntrinsicID(names[i], strlen(names[i]));
      if (id)
        map_set(activity->ignored, (void *)id, activity);
    }
  }
  uintptr_t id = LLVMGetIntrinsicID(callee);
  return id && map_has(activity->ignored, (void *)id);
}

CallClass call_classify(Activity *activity, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (call_is_inactive(call, callee))
    return CALL_IGNORED;
  if (types_is_memory_copy(activity->types, call))
    return CALL_COPY;
  if (types_is_memory_set(activity->types, call))
    return CALL_SET;
  if (rule_of_call(call))
    return CALL_RULE;
  if (!callee)
    return LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || call_is_unlisted(call) ? CALL_UNKNOWN
                                                                                : CALL_DEFINED;
  if (intrinsic_is_marker(activity, callee))
    return CALL_IGNORED;
  const LibraryFunction *row = library_function(callee);
  switch (row ? row->kind : LIBFN_NONE) {
  case LIBFN_INACTIVE:
  case LIBFN_COMPARES:
  case LIBFN_COUNTS_TEXT:
  case LIBFN_KEEPS_TEXT:
  case LIBFN_WRITES_TEXT:
  case LIBFN_MEMORY_STREAM:
  case LIBFN_WRITES_NUMBERS:
  case LIBFN_STREAMS_NUMBERS:
  case LIBFN_SPELLS_NUMBERS:
  case LIBFN_INACTIVE_READS:
  case LIBFN_CHECKS_ROOM:
  case LIBFN_SCANS:
  case LIBFN_READS_ITEMS:
  case LIBFN_READS_BYTES:
  case LIBFN_READS_STREAM:
  case LIBFN_READS_NUMBER:
  case LIBFN_READS_TEXT:
  case LIBFN_THROW:
  case LIBFN_RETHROW:
  case LIBFN_THROW_KEPT:
  case LIBFN_LONGJMP:
  case LIBFN_UNTHROWN:
  case LIBFN_CATCH:
  case LIBFN_EXCEPTION_TEXT:
  case LIBFN_OUTSIDE:
    return CALL_IGNORED;
  case LIBFN_EXCEPTION:
  case LIBFN_MALLOC:
  case LIBFN_CALLOC:
  case LIBFN_ALIGNED_ALLOC:
  case LIBFN_TAPE_PUSH:
    return CALL_ALLOCATE;
  case LIBFN_TAPE_LIST_BEGIN:
  case LIBFN_TAPE_RELEASE:
  case LIBFN_TAPE_END:
  case LIBFN_TAPE_DESTROY:
  case LIBFN_TAPE_CLEAR:
  case LIBFN_TAPE_DEFER_FREE:
  case LIBFN_TAPE_COMMON_BYTES:
  case LIBFN_TAPE_LIKEWISE:
  case LIBFN_TAPE_CHECK_SHADOW:
  case LIBFN_TAPE_OTHER:
    return CALL_IGNORED;
  case LIBFN_TAPE_COPY_POINTERS:
    return CALL_COPY;
  case LIBFN_TAPE_ADD:
    return CALL_ADD;
  case LIBFN_TAPE_WORD:
    return CALL_MOVE;
  case LIBFN_REALLOC:
  case LIBFN_TAPE_REALLOC:
  case LIBFN_TAPE_LIST_PUSH:
  case LIBFN_TAPE_LIST_POP:
    return CALL_REALLOCATE;
  case LIBFN_POSIX_MEMALIGN:
    return CALL_ALLOCATE_INDIRECT;
  case LIBFN_FREE:
    return CALL_FREE;
  case LIBFN_NEIGHBOUR: /* lower.c has sent calls that matter to a definition */
  case LIBFN_REFUSED:
    return CALL_UNKNOWN;
  case LIBFN_NONE:
    break;
  }
  /* A rule of the user's counts, not what the body shows. */
  bool custom = value_has_function_attribute(callee, "adcc_custom_derivative");
  return custom || LLVMIsDeclaration(callee) ? CALL_UNKNOWN : CALL_DEFINED;
}

/* ---- rules ---- */

typedef struct {
  LLVMValueRef function;
} ScratchOperands;

static LLVMValueRef scratch_operand(void *context, unsigned index) {
  return LLVMGetParam(((ScratchOperands *)context)->function, index + 1);
}

static LLVMValueRef scratch_result(void *context) {
  return LLVMGetParam(((ScratchOperands *)context)->function, 0);
}

/* The one way to learn that a partial is identically zero (floor, round, the sign of copysign) is
 * to ask the row for it: build it in a module that is thrown away. */
static uintptr_t build_partials(const Rule *rule, LLVMValueRef operation) {
  LLVMTypeRef type = LLVMTypeOf(operation);
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMModuleRef scratch = LLVMModuleCreateWithNameInContext("scratch", context);
  LLVMTypeRef parameters[9] = {type};
  unsigned operands = (unsigned)LLVMGetNumOperands(operation);
  for (unsigned i = 0; i < 8; i++)
    parameters[i + 1] = i < operands ? LLVMTypeOf(LLVMGetOperand(operation, i)) : type;
  LLVMTypeRef function_type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 9, 0);
  ScratchOperands operands_of = {LLVMAddFunction(scratch, "scratch", function_type)};
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder,
                           LLVMAppendBasicBlockInContext(context, operands_of.function, "entry"));
  RuleBuild build = {builder,      scratch,         operation,     type,
                     &operands_of, scratch_operand, scratch_result};
  uintptr_t nonzero = 0;
  for (unsigned i = 0; i < rule->arity && i < 8; i++)
    if (rule->partial(&build, i))
      nonzero |= (uintptr_t)1 << i;
  LLVMDisposeBuilder(builder);
  LLVMDisposeModule(scratch);
  return nonzero;
}

bool rule_operand_matters(Activity *activity, const Rule *rule, LLVMValueRef operation,
                          unsigned operand) {
  if (operand >= rule->arity)
    return false;
  if (operand >= 8 || !type_is_float_or_vector(LLVMTypeOf(operation)))
    return true;
  uintptr_t known = (uintptr_t)map_get(activity->partials, rule);
  if (!known) {
    known = build_partials(rule, operation) << 1 | 1;
    map_set(activity->partials, rule, (void *)known);
  }
  return known >> (operand + 1) & 1;
}

/* ---- callees ---- */

FunctionList call_callees(Activity *activity, LLVMValueRef call) {
  FunctionList list = {0};
  LLVMValueRef callee = call_direct_callee(call);
  if (callee) {
    if (!LLVMIsDeclaration(callee))
      ARRAY_PUSH(activity->arena, list.functions, callee);
    return list;
  }
  const FunctionList *targets = types_indirect_callees(activity->types, call);
  return targets ? *targets : list;
}
