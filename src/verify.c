/* Builds what verify.h describes: a table of where floating point stands, three functions that the
 * runtime calls, and the entry that hands them over. */
#include "verify.h"

#include "../include/adcc/runtime.h"
#include <string.h>

typedef struct {
  Arena *arena;
  DiagSink *sink;
  LLVMModuleRef module;
  LLVMContextRef context;
  const TypeFacts *types;
  const DeclaredRequest *declared;
  LLVMValueRef primal;
  LLVMTypeRef pointer, i64;
  LLVMBuilderRef builder;
  bool failed;
} Verifier;

typedef ARRAY(LLVMValueRef) Values;

static void fail(Verifier *verifier, const char *what) {
  diag_at(verifier->sink, verifier->primal, DIAG_BAD_DECLARATION,
          arena_format(verifier->arena, "%s__check", verifier->declared->name), what);
  verifier->failed = true;
}

static LLVMTypeRef parameter_type(const Verifier *verifier, unsigned i) {
  return LLVMTypeOf(LLVMGetParam(verifier->primal, i));
}

static LLVMTypeRef result_type(const Verifier *verifier) {
  return LLVMGetReturnType(LLVMGlobalGetValueType(verifier->primal));
}

static uint64_t role(const Verifier *verifier, unsigned i) {
  if (strcmp(verifier->declared->arguments.items[i], "const") == 0)
    return ADCC_CHECK_CONST;
  return LLVMGetTypeKind(parameter_type(verifier, i)) == LLVMPointerTypeKind ? ADCC_CHECK_MEMORY
                                                                             : ADCC_CHECK_VALUE;
}

static bool result_is_active(const Verifier *verifier) {
  for (size_t i = 0; i < verifier->declared->results.count; i++)
    if (!strcmp(verifier->declared->results.items[i], "const") ||
        !strcmp(verifier->declared->results.items[i], "noret"))
      return false;
  return type_contains_float(result_type(verifier));
}

static uint64_t bytes_of(const Verifier *verifier, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVoidTypeKind
             ? 0
             : LLVMABISizeOfType(LLVMGetModuleDataLayout(verifier->module), type);
}

/* ---- where floating point stands ---- */

static void push_field(Verifier *verifier, uint64_t offset, LLVMTypeRef type, Values *fields) {
  uint64_t bits = LLVMGetTypeKind(type) == LLVMFloatTypeKind      ? 32
                  : LLVMGetTypeKind(type) == LLVMDoubleTypeKind   ? 64
                  : LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind ? 80
                                                                  : 0;
  if (!bits)
    fail(verifier, "only float, double and long double can be checked");
  LLVMValueRef members[] = {LLVMConstInt(verifier->i64, offset, false),
                            LLVMConstInt(verifier->i64, bits, false)};
  ARRAY_PUSH(verifier->arena, *fields,
             LLVMConstStructInContext(verifier->context, members, 2, false));
}

static void fields_of_type(Verifier *verifier, LLVMTypeRef type, uint64_t offset, Values *fields) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(verifier->module);
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      fields_of_type(verifier, LLVMStructGetTypeAtIndex(type, i),
                     offset + LLVMOffsetOfElement(layout, type, i), fields);
    return;
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind: {
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    uint64_t count = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
    uint64_t size = LLVMABISizeOfType(layout, LLVMGetElementType(type));
    for (uint64_t i = 0; i < count; i++)
      fields_of_type(verifier, LLVMGetElementType(type), offset + i * size, fields);
    return;
  }
  case LLVMPointerTypeKind:
    fail(verifier, "structures that hold pointers cannot be checked");
    return;
  default:
    if (type_is_float_or_vector(type))
      push_field(verifier, offset, type, fields);
  }
}

/* By what the function does there; the pattern as far as it is known where it does not repeat. */
static void fields_of_memory(Verifier *verifier, LLVMValueRef parameter, uint64_t period,
                             Values *fields) {
  enum { MOST_BYTES = 4096 };
  for (uint64_t at = 0; at < (period ? period : MOST_BYTES) && !verifier->failed; at++) {
    ByteType byte = types_of_memory(verifier->types, parameter, (int64_t)at);
    if (byte.kind == BYTE_POINTER || byte.kind == BYTE_CONFLICT)
      fail(verifier, "memory that holds pointers cannot be checked");
    else if (byte.kind == BYTE_FLOAT && byte.offset == 0)
      push_field(verifier, at, byte.type, fields);
  }
  if (!fields->count)
    fail(verifier,
         arena_format(verifier->arena, "where floating point stands behind '%s' is not known",
                      LLVMGetValueName2(parameter, &(size_t){0})));
}

static LLVMValueRef constant(Verifier *verifier, LLVMValueRef contents, const char *name) {
  LLVMValueRef global = LLVMAddGlobal(verifier->module, LLVMTypeOf(contents), name);
  LLVMSetInitializer(global, contents);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

/* An adcc_check_item. */
static LLVMValueRef item(Verifier *verifier, uint64_t role, uint64_t period, const Values *fields) {
  LLVMValueRef list = LLVMConstNull(verifier->pointer);
  if (fields->count)
    list = constant(verifier,
                    LLVMConstArray2(LLVMTypeOf(fields->items[0]), fields->items, fields->count),
                    "adcc.check.fields");
  LLVMValueRef members[] = {LLVMConstInt(verifier->i64, role, false),
                            LLVMConstInt(verifier->i64, period, false),
                            LLVMConstInt(verifier->i64, fields->count, false), list};
  return LLVMConstStructInContext(verifier->context, members, 4, false);
}

static LLVMValueRef items(Verifier *verifier) {
  Values all = {0};
  for (unsigned i = 0; i < verifier->declared->arguments.count; i++) {
    Values fields = {0};
    uint64_t of = role(verifier, i), period = bytes_of(verifier, parameter_type(verifier, i));
    if (of == ADCC_CHECK_VALUE)
      fields_of_type(verifier, parameter_type(verifier, i), 0, &fields);
    if (of == ADCC_CHECK_MEMORY) {
      period = types_period(verifier->types, LLVMGetParam(verifier->primal, i));
      fields_of_memory(verifier, LLVMGetParam(verifier->primal, i), period, &fields);
    }
    ARRAY_PUSH(verifier->arena, all, item(verifier, of, period, &fields));
  }
  Values fields = {0};
  if (result_is_active(verifier))
    fields_of_type(verifier, result_type(verifier), 0, &fields);
  ARRAY_PUSH(verifier->arena, all,
             item(verifier, ADCC_CHECK_VALUE, bytes_of(verifier, result_type(verifier)), &fields));
  return constant(verifier, LLVMConstArray2(LLVMTypeOf(all.items[0]), all.items, all.count),
                  "adcc.check.items");
}

/* ---- the three functions ---- */

static LLVMValueRef place_of(Verifier *verifier, LLVMTypeRef type, LLVMValueRef list, unsigned i) {
  LLVMValueRef index = LLVMConstInt(verifier->i64, i, false);
  return LLVMBuildInBoundsGEP2(verifier->builder, type, list, &index, 1, "");
}

static LLVMValueRef element(Verifier *verifier, LLVMValueRef list, unsigned i) {
  return LLVMBuildLoad2(verifier->builder, verifier->pointer,
                        place_of(verifier, verifier->pointer, list, i), "");
}

/* Parameter i as it is passed, from its place in a list. */
static LLVMValueRef passed(Verifier *verifier, LLVMValueRef list, unsigned i) {
  LLVMValueRef place = element(verifier, list, i);
  return role(verifier, i) == ADCC_CHECK_MEMORY
             ? place
             : LLVMBuildLoad2(verifier->builder, parameter_type(verifier, i), place, "");
}

static LLVMValueRef begin(Verifier *verifier, const char *what, unsigned parameter_count) {
  LLVMTypeRef parameters[] = {verifier->pointer, verifier->pointer, verifier->pointer};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(verifier->context), parameters,
                                      parameter_count, false);
  LLVMValueRef function = LLVMAddFunction(
      verifier->module,
      arena_format(verifier->arena, "%s__check.%s", verifier->declared->name, what), type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  build_add_attribute(function, FUNCTION_OF_ADCC);
  build_copy_processor(function, verifier->primal);
  LLVMPositionBuilderAtEnd(verifier->builder,
                           LLVMAppendBasicBlockInContext(verifier->context, function, "entry"));
  return function;
}

static LLVMValueRef primal_function(Verifier *verifier) {
  LLVMValueRef function = begin(verifier, "primal", 2);
  Values arguments = {0};
  for (unsigned i = 0; i < verifier->declared->arguments.count; i++)
    ARRAY_PUSH(verifier->arena, arguments, passed(verifier, LLVMGetParam(function, 0), i));
  LLVMValueRef result =
      LLVMBuildCall2(verifier->builder, LLVMGlobalGetValueType(verifier->primal), verifier->primal,
                     arguments.items, (unsigned)arguments.count, "");
  LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(verifier->primal));
  call_pass_as_taken(result, verifier->primal);
  if (LLVMGetTypeKind(result_type(verifier)) != LLVMVoidTypeKind)
    LLVMBuildStore(verifier->builder, result, LLVMGetParam(function, 1));
  LLVMBuildRetVoid(verifier->builder);
  return function;
}

static LLVMValueRef marker(Verifier *verifier, const char *word) {
  const char *name = arena_format(verifier->arena, "adcc_%s", word);
  LLVMValueRef global = LLVMGetNamedGlobal(verifier->module, name);
  return global ? global
                : LLVMAddGlobal(verifier->module, LLVMInt32TypeInContext(verifier->context), name);
}

/* A request with the primal's arguments, and their shadows from the second list. */
static LLVMValueRef request(Verifier *verifier, LLVMValueRef function, bool forward,
                            LLVMTypeRef result) {
  Values arguments = {0};
  Arena *arena = verifier->arena;
  ARRAY_PUSH(arena, arguments, verifier->primal);
  if (!result_is_active(verifier) && LLVMGetTypeKind(result_type(verifier)) != LLVMVoidTypeKind)
    ARRAY_PUSH(arena, arguments, marker(verifier, "const_return"));
  for (unsigned i = 0; i < verifier->declared->arguments.count; i++) {
    uint64_t of = role(verifier, i);
    bool duplicated = of == ADCC_CHECK_MEMORY || (of == ADCC_CHECK_VALUE && forward);
    ARRAY_PUSH(arena, arguments,
               marker(verifier, of == ADCC_CHECK_CONST ? "const"
                                : duplicated           ? "dup"
                                                       : "out"));
    ARRAY_PUSH(arena, arguments, passed(verifier, LLVMGetParam(function, 0), i));
    if (duplicated)
      ARRAY_PUSH(arena, arguments, passed(verifier, LLVMGetParam(function, 1), i));
  }
  LLVMTypeRef first[] = {verifier->pointer};
  LLVMTypeRef type =
      LLVMFunctionType(result ? result : LLVMVoidTypeInContext(verifier->context), first, 1, true);
  LLVMValueRef entry =
      LLVMAddFunction(verifier->module,
                      arena_format(arena, "__adcc_%s.%s__check", forward ? "fwddiff" : "autodiff",
                                   verifier->declared->name),
                      type);
  return LLVMBuildCall2(verifier->builder, type, entry, arguments.items, (unsigned)arguments.count,
                        "");
}

static LLVMValueRef forward_function(Verifier *verifier) {
  LLVMValueRef function = begin(verifier, "forward", 3);
  LLVMTypeRef result = result_is_active(verifier) ? result_type(verifier) : NULL;
  LLVMValueRef tangent = request(verifier, function, true, result);
  if (result)
    LLVMBuildStore(verifier->builder, tangent, LLVMGetParam(function, 2));
  LLVMBuildRetVoid(verifier->builder);
  return function;
}

static LLVMValueRef reverse_function(Verifier *verifier) {
  LLVMValueRef function = begin(verifier, "reverse", 2);
  TypeArray adjoints = {0};
  unsigned count = (unsigned)verifier->declared->arguments.count, next = 0;
  for (unsigned i = 0; i < count; i++)
    if (role(verifier, i) == ADCC_CHECK_VALUE)
      ARRAY_PUSH(verifier->arena, adjoints, parameter_type(verifier, i));
  LLVMTypeRef result = adjoints.count == 0 ? NULL
                       : adjoints.count == 1
                           ? adjoints.items[0]
                           : LLVMStructTypeInContext(verifier->context, adjoints.items,
                                                     (unsigned)adjoints.count, false);
  LLVMValueRef all = request(verifier, function, false, result);
  for (unsigned i = 0; i < count; i++)
    if (role(verifier, i) == ADCC_CHECK_VALUE)
      LLVMBuildStore(
          verifier->builder,
          adjoints.count == 1 ? all : LLVMBuildExtractValue(verifier->builder, all, next++, ""),
          element(verifier, LLVMGetParam(function, 1), i));
  LLVMBuildRetVoid(verifier->builder);
  return function;
}

/* ---- the entry ---- */

/* Under its name, which the program may have declared. */
static LLVMValueRef entry_function(Verifier *verifier) {
  TypeArray parameters = {0};
  for (unsigned i = 0; i < verifier->declared->arguments.count; i++) {
    ARRAY_PUSH(verifier->arena, parameters, parameter_type(verifier, i));
    if (role(verifier, i) == ADCC_CHECK_MEMORY)
      ARRAY_PUSH(verifier->arena, parameters, verifier->i64);
  }
  LLVMTypeRef type = LLVMFunctionType(LLVMDoubleTypeInContext(verifier->context), parameters.items,
                                      (unsigned)parameters.count, false);
  const char *name = arena_format(verifier->arena, "%s__check", verifier->declared->name);
  LLVMValueRef function = LLVMGetNamedFunction(verifier->module, name);
  if (!function) {
    function = LLVMAddFunction(verifier->module, name, type);
    build_copy_processor(function, verifier->primal);
    return function;
  }
  if (LLVMIsDeclaration(function) && LLVMGlobalGetValueType(function) == type)
    return function;
  char *text = LLVMPrintTypeToString(type);
  fail(verifier, arena_format(verifier->arena, "it is defined, or not declared as '%s'", text));
  LLVMDisposeMessage(text);
  return NULL;
}

static void build_entry(Verifier *verifier, LLVMValueRef function, LLVMValueRef check) {
  LLVMBuilderRef b = verifier->builder;
  unsigned count = (unsigned)verifier->declared->arguments.count, next = 0;
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(verifier->context, function, "entry"));
  LLVMTypeRef pointers = LLVMArrayType2(verifier->pointer, count + 1);
  LLVMTypeRef sizes = LLVMArrayType2(verifier->i64, count + 1);
  LLVMValueRef arguments = LLVMBuildAlloca(b, pointers, "arguments");
  LLVMValueRef bytes = LLVMBuildAlloca(b, sizes, "bytes");
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef value = LLVMGetParam(function, next++), place = value;
    if (role(verifier, i) != ADCC_CHECK_MEMORY) {
      place = LLVMBuildAlloca(b, LLVMTypeOf(value), "");
      LLVMBuildStore(b, value, place);
    } else
      LLVMBuildStore(b, LLVMGetParam(function, next++),
                     place_of(verifier, verifier->i64, bytes, i));
    LLVMBuildStore(b, place, place_of(verifier, verifier->pointer, arguments, i));
  }
  LLVMTypeRef parameters[] = {verifier->pointer, verifier->pointer, verifier->pointer};
  LLVMTypeRef type =
      LLVMFunctionType(LLVMDoubleTypeInContext(verifier->context), parameters, 3, false);
  LLVMValueRef run = LLVMGetNamedFunction(verifier->module, "adcc_check_run");
  if (!run)
    run = LLVMAddFunction(verifier->module, "adcc_check_run", type);
  LLVMValueRef passed_on[] = {check, arguments, bytes};
  LLVMBuildRet(b, LLVMBuildCall2(b, type, run, passed_on, 3, ""));
}

LLVMValueRef verify_build(Arena *arena, DiagSink *sink, LLVMModuleRef module,
                          const TypeFacts *types, const NamedDerivative *named) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Verifier verifier = {.arena = arena,
                       .sink = sink,
                       .module = module,
                       .context = context,
                       .types = types,
                       .declared = named->declared,
                       .primal = named->primal,
                       .pointer = LLVMPointerTypeInContext(context, 0),
                       .i64 = LLVMInt64TypeInContext(context),
                       .builder = LLVMCreateBuilderInContext(context)};
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 0; i < named->declared->arguments.count; i++)
    if (LLVMGetEnumAttributeAtIndex(named->primal, i + 1, byval))
      fail(&verifier, "functions that take structures in memory cannot be checked");
  LLVMValueRef list = items(&verifier), function = NULL;
  if (!verifier.failed)
    function = entry_function(&verifier);
  if (function) {
    LLVMValueRef members[] = {LLVMConstInt(verifier.i64, named->declared->arguments.count, false),
                              list, primal_function(&verifier), forward_function(&verifier),
                              reverse_function(&verifier)};
    LLVMValueRef check =
        constant(&verifier, LLVMConstStructInContext(context, members, 5, false), "adcc.check");
    build_entry(&verifier, function, check);
    bridge_define_subprogram(function, named->primal);
  }
  LLVMDisposeBuilder(verifier.builder);
  return function;
}
