/* Rewrites the calls in the source that are neither primal code nor requests: calls and values that
 * stop differentiation become what the analyses know as inactive, and type hints go. */
#include "request.h"

#include <string.h>

typedef enum {
  CALL_INACTIVE,
  IGNORE_DERIVATIVES,
  VIRTUAL_REVERSE,
  TYPE_HINT,
  UNSUPPORTED /* part of the interface, but not of adcc yet, or no part of it */
} SourceCall;

static const struct {
  const char *name;
  SourceCall kind;
} source_calls[] = {{"call_inactive", CALL_INACTIVE},
                    {"ignore_derivatives", IGNORE_DERIVATIVES},
                    {"virtualreverse", VIRTUAL_REVERSE},
                    {"double", TYPE_HINT},
                    {"float", TYPE_HINT},
                    {"integer", TYPE_HINT},
                    {"pointer", TYPE_HINT},
                    {"truncate_", UNSUPPORTED},
                    {"expand_", UNSUPPORTED},
                    {"error_estimate", UNSUPPORTED},
                    {"todense", UNSUPPORTED}};

static bool source_call(LLVMValueRef call, SourceCall *kind) {
  static const char *const prefixes[] = {"__adcc_", "__enzyme_"};
  LLVMOpcode opcode = LLVMGetInstructionOpcode(call);
  LLVMValueRef callee =
      opcode == LLVMCall || opcode == LLVMInvoke ? call_direct_callee(call) : NULL;
  if (!callee)
    return false;
  const char *name = LLVMGetValueName2(callee, &(size_t){0});
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
    const char *found = strstr(name, prefixes[p]);
    for (size_t i = 0; found && i < sizeof source_calls / sizeof *source_calls; i++)
      if (!strncmp(found + strlen(prefixes[p]), source_calls[i].name,
                   strlen(source_calls[i].name))) {
        *kind = source_calls[i].kind;
        return true;
      }
    /* A name of the interface that nothing defines would be missed by the linker alone. */
    if (found && LLVMIsDeclaration(callee) && !request_entry_mode(callee, &(RequestMode){0})) {
      *kind = UNSUPPORTED;
      return true;
    }
  }
  return false;
}

static const char *hint_name(LLVMValueRef call) {
  const char *name = LLVMGetValueName2(call_direct_callee(call), &(size_t){0});
  for (size_t i = 0; i < sizeof source_calls / sizeof *source_calls; i++)
    if (source_calls[i].kind == TYPE_HINT && strstr(name, source_calls[i].name))
      return source_calls[i].name;
  return NULL;
}

/* The value as another type, as the variadic call promoted it; NULL if it cannot be. */
static LLVMValueRef convert(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type,
                            bool is_signed) {
  LLVMTypeRef from = LLVMTypeOf(value);
  LLVMTypeKind kind = LLVMGetTypeKind(type), from_kind = LLVMGetTypeKind(from);
  if (from == type)
    return value;
  if (kind == LLVMIntegerTypeKind && from_kind == LLVMIntegerTypeKind)
    return LLVMBuildIntCast2(builder, value, type, is_signed, "");
  bool vector = kind == LLVMVectorTypeKind || from_kind == LLVMVectorTypeKind;
  if (!vector && type_is_float_or_vector(type) && type_is_float_or_vector(from))
    return LLVMBuildFPCast(builder, value, type, "");
  return NULL;
}

static bool returns_signed(LLVMValueRef function) {
  unsigned zeroext = LLVMGetEnumAttributeKindForName("zeroext", 7);
  return !LLVMGetEnumAttributeAtIndex(function, LLVMAttributeReturnIndex, zeroext);
}

static const char *type_text(Arena *arena, LLVMTypeRef type) {
  char *text = LLVMPrintTypeToString(type);
  const char *body = strstr(text, " = type "); /* of a structure that has a name */
  const char *copy = arena_format(arena, "%s", body ? body + strlen(" = type ") : text);
  LLVMDisposeMessage(text);
  return copy;
}

static void remove_source_call(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef result) {
  if (result && LLVMGetFirstUse(call))
    LLVMReplaceAllUsesWith(call, result);
  if (LLVMGetInstructionOpcode(call) == LLVMInvoke) {
    FOR_EACH_INSTRUCTION (phi, LLVMGetUnwindDest(call)) {
      if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
        break;
      bridge_phi_remove_incoming(phi, LLVMGetInstructionParent(call));
    }
    LLVMBuildBr(builder, LLVMGetNormalDest(call));
  }
  LLVMInstructionEraseFromParent(call);
}

/* Does the call pass so many arguments? False after reporting. */
static bool has_arguments(DiagSink *sink, LLVMValueRef call, unsigned least, unsigned most,
                          const char *what) {
  unsigned count = call_argument_count(call);
  if (count < least)
    diag_at(sink, call, DIAG_TOO_FEW_ARGUMENTS, what);
  else if (count > most)
    diag_at(sink, call, DIAG_BAD_SOURCE_CALL,
            "there are more arguments than this function of adcc's takes");
  return count >= least && count <= most;
}

/* call_inactive(f, …) is f(…), with a mark on the call. */
static bool rewrite_inactive_call(Arena *arena, DiagSink *sink, LLVMBuilderRef builder,
                                  LLVMValueRef call) {
  LLVMValueRef function = request_primal(call);
  bool invoked = LLVMGetInstructionOpcode(call) == LLVMInvoke;
  if (!function) {
    diag_at(sink, call, DIAG_BAD_SOURCE_CALL,
            "'call_inactive' must be given the function to call by its name");
    return false;
  }
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  LLVMAttributeRef hidden = LLVMGetCallSiteEnumAttribute(call, 1, sret);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  unsigned given = call_argument_count(call), count = LLVMCountParams(function);
  LLVMValueRef *arguments = ARENA_ARRAY(arena, LLVMValueRef, count + given + 1);
  unsigned next = hidden ? 2 : 1;
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef taken = LLVMTypeOf(LLVMGetParam(function, i));
    bool result_memory = i == 0 && hidden && LLVMGetEnumAttributeAtIndex(function, 1, sret);
    if (!result_memory && next >= given) {
      diag_at(sink, call, DIAG_TOO_FEW_ARGUMENTS, "an argument of the function");
      return false;
    }
    LLVMValueRef passed = LLVMGetOperand(call, result_memory ? 0 : next++);
    bool is_integer = LLVMGetTypeKind(LLVMTypeOf(passed)) == LLVMIntegerTypeKind;
    bool is_signed = is_integer && call_passes_signed(call, passed);
    arguments[i] = convert(builder, passed, taken, is_signed);
    if (!arguments[i]) {
      diag_at(sink, call, DIAG_ARGUMENT_MISMATCH, i + 1, type_text(arena, LLVMTypeOf(passed)),
              type_text(arena, taken));
      return false;
    }
  }
  while (LLVMIsFunctionVarArg(type) && next < given)
    arguments[count++] = LLVMGetOperand(call, next++);
  if (next < given) {
    diag_at(sink, call, DIAG_TOO_MANY_ARGUMENTS, count);
    return false;
  }
  LLVMValueRef direct = invoked
                            ? LLVMBuildInvoke2(builder, type, function, arguments, count,
                                               LLVMGetNormalDest(call), LLVMGetUnwindDest(call), "")
                            : LLVMBuildCall2(builder, type, function, arguments, count, "");
  LLVMSetInstructionCallConv(direct, LLVMGetFunctionCallConv(function));
  call_pass_as_taken(direct, function);
  static const char mark[] = "adcc_inactive";
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMAddCallSiteAttribute(direct, LLVMAttributeFunctionIndex,
                           LLVMCreateStringAttribute(context, mark, sizeof mark - 1, "", 0));
  LLVMAddCallSiteAttribute(
      direct, LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("noinline", 8), 0));
  LLVMValueRef result = NULL;
  if (LLVMGetFirstUse(call)) {
    bool is_void = LLVMGetTypeKind(LLVMTypeOf(direct)) == LLVMVoidTypeKind;
    if (invoked && LLVMTypeOf(direct) != LLVMTypeOf(call))
      LLVMPositionBuilderBefore(builder, build_point_after(direct));
    result = is_void ? NULL : convert(builder, direct, LLVMTypeOf(call), returns_signed(function));
    if (!result) {
      diag_at(sink, call, DIAG_RESULT_MISMATCH, type_text(arena, LLVMTypeOf(call)),
              type_text(arena, LLVMTypeOf(direct)));
      return false;
    }
    LLVMReplaceAllUsesWith(call, result);
  }
  LLVMInstructionEraseFromParent(call);
  return true;
}

static bool rewrite_ignored(Arena *arena, DiagSink *sink, LLVMBuilderRef builder,
                            LLVMValueRef call) {
  if (!has_arguments(sink, call, 1, 1, "the value behind 'ignore_derivatives'"))
    return false;
  LLVMValueRef value = LLVMGetOperand(call, 0), result;
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef passed = build_without_derivative(arena, builder, value);
  result = LLVMGetFirstUse(call) ? convert(builder, passed, LLVMTypeOf(call), true) : passed;
  if (!result) {
    diag_at(sink, call, DIAG_RESULT_MISMATCH, type_text(arena, LLVMTypeOf(call)),
            type_text(arena, type));
    return false;
  }
  remove_source_call(builder, call, result);
  return true;
}

/* A function, a table of functions, or what only run time knows. */
static bool may_be_virtual(LLVMValueRef value) {
  while (LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
         (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value) > 0))
    value = LLVMGetOperand(value, 0);
  if (LLVMIsAGlobalVariable(value))
    return type_contains_pointer(LLVMGlobalGetValueType(value));
  if (LLVMIsAAllocaInst(value))
    return type_contains_pointer(LLVMGetAllocatedType(value));
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
         !LLVMIsAConstantPointerNull(value);
}

/* virtualreverse(p): the shadow of a function is the function itself, and that of a table of them
 * the table, since calls through pointers find their derivative by the primal's pointer
 * (dispatch.c). */
static bool rewrite_virtual(Arena *arena, DiagSink *sink, LLVMBuilderRef builder,
                            LLVMValueRef call) {
  if (!has_arguments(sink, call, 1, 1, "the function behind 'virtualreverse'"))
    return false;
  LLVMValueRef function = LLVMGetOperand(call, 0);
  if (!may_be_virtual(function)) {
    diag_at(sink, call, DIAG_BAD_SOURCE_CALL,
            "'virtualreverse' takes a function, or a table of functions");
    return false;
  }
  if (LLVMTypeOf(call) != LLVMTypeOf(function) && LLVMGetFirstUse(call)) {
    diag_at(sink, call, DIAG_RESULT_MISMATCH, type_text(arena, LLVMTypeOf(call)),
            type_text(arena, LLVMTypeOf(function)));
    return false;
  }
  remove_source_call(builder, call, function);
  return true;
}

void hint_declare(LLVMValueRef function, const char *what) {
  enum { INACCESSIBLE_MEMORY = 12 }; /* memory(inaccessiblemem: readwrite) */
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  build_add_attribute(function, "adcc_inactive");
  build_add_attribute(function, "nounwind");
  build_add_attribute(function, "willreturn");
  LLVMAddAttributeAtIndex(
      function, whole,
      LLVMCreateStringAttribute(context, "adcc_type_hint", 14, what, (unsigned)strlen(what)));
  LLVMAddAttributeAtIndex(function, whole,
                          LLVMCreateEnumAttribute(context,
                                                  LLVMGetEnumAttributeKindForName("memory", 6),
                                                  INACCESSIBLE_MEMORY));
  if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, 0))) == LLVMPointerTypeKind)
    LLVMAddAttributeAtIndex(
        function, 1,
        LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("captures", 8), 0));
}

/* A hint about memory: kept for type analysis as a call that touches nothing, until
 * request_erase_hints. */
static bool rewrite_hint(DiagSink *sink, LLVMBuilderRef builder, LLVMValueRef call,
                         const char *type_name) {
  if (!has_arguments(sink, call, 1, 2, "the address of the memory that the hint is about"))
    return false;
  unsigned count = call_argument_count(call);
  if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) != LLVMPointerTypeKind ||
      (count > 1 && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 1))) != LLVMIntegerTypeKind)) {
    diag_at(sink, call, DIAG_BAD_SOURCE_CALL,
            "a type hint takes an address and the number of bytes there");
    return false;
  }
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  LLVMTypeRef parameters[] = {LLVMPointerTypeInContext(context, 0), i64};
  char name[32] = "adcc.hint.";
  strncat(name, type_name, sizeof name - strlen(name) - 1);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 2, false);
  if (!function) {
    function = LLVMAddFunction(module, name, type);
    hint_declare(function, type_name);
  }
  LLVMValueRef bytes = count > 1 ? convert(builder, LLVMGetOperand(call, 1), i64, true) : NULL;
  LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), bytes ? bytes : LLVMConstInt(i64, 8, false)};
  if (LLVMTypeOf(arguments[0]) == parameters[0]) /* in no other address space */
    LLVMBuildCall2(builder, type, function, arguments, 2, "");
  LLVMTypeRef result = LLVMTypeOf(call);
  remove_source_call(builder, call,
                     LLVMGetTypeKind(result) == LLVMVoidTypeKind ? NULL : LLVMConstNull(result));
  return true;
}

void request_erase_hints(LLVMModuleRef module) {
  static const char key[] = "adcc_type_hint";
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, key, sizeof key - 1))
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));)
      LLVMInstructionEraseFromParent(LLVMGetUser(use));
    LLVMDeleteFunction(f);
  }
}

bool request_rewrite_source_calls(Arena *arena, DiagSink *sink, LLVMModuleRef module) {
  ValueArray calls = {0};
  SourceCall kind;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block)
        if (source_call(instruction, &kind))
          ARRAY_PUSH(arena, calls, instruction);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool fine = true;
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    source_call(call, &kind);
    if (kind == CALL_INACTIVE)
      fine = rewrite_inactive_call(arena, sink, builder, call) && fine;
    else if (kind == VIRTUAL_REVERSE)
      fine = rewrite_virtual(arena, sink, builder, call) && fine;
    else if (kind == UNSUPPORTED) {
      diag_at(sink, call, DIAG_MODE_UNSUPPORTED,
              LLVMGetValueName2(call_direct_callee(call), &(size_t){0}));
      fine = false;
    } else if (kind == IGNORE_DERIVATIVES)
      fine = rewrite_ignored(arena, sink, builder, call) && fine;
    else
      fine = rewrite_hint(sink, builder, call, hint_name(call)) && fine;
  }
  LLVMDisposeBuilder(builder);
  return fine;
}
