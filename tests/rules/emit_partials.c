/* Writes a module with one function per row of math.def and per floating-point type:
 *
 *   void rule_NAME_TYPE(const long double *operands, long double *results)
 *
 * results[0] is the function's value, results[1 + i] its partial derivative i as the rule builds
 * it. check_partials.c, linked with it, compares the partials with differences of the values. On
 * the way this tests that rule_of_call finds the row. */
#include "../../src/rules/tables.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/TargetMachine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name, *suffix; /* of the C function; NULL: it has none, so one is made */
} TypeRow;
static const TypeRow type_rows[] = {
    {"half", NULL},       {"bfloat", NULL}, {"float", "f"},         {"double", ""},
    {"long_double", "l"}, {"quad", "f128"}, {"vector_float", NULL}, {"vector_double", NULL}};
enum { TYPES = sizeof type_rows / sizeof *type_rows, LANES = 4 };

static LLVMContextRef context;
static LLVMModuleRef module;
static LLVMBuilderRef builder;

static LLVMTypeRef long_double(void) {
#ifdef __x86_64__
  return LLVMX86FP80TypeInContext(context);
#else
  return LLVMFP128TypeInContext(context);
#endif
}

static LLVMTypeRef type_of_row(const TypeRow *row) {
  switch (row - type_rows) {
  case 0:
    return LLVMHalfTypeInContext(context);
  case 1:
    return LLVMBFloatTypeInContext(context);
  case 2:
    return LLVMFloatTypeInContext(context);
  case 3:
    return LLVMDoubleTypeInContext(context);
  case 4:
    return long_double();
  case 5:
    return LLVMFP128TypeInContext(context);
  case 6:
    return LLVMVectorType(LLVMFloatTypeInContext(context), LANES);
  default:
    return LLVMVectorType(LLVMDoubleTypeInContext(context), LANES);
  }
}

static bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }
static LLVMValueRef lane(unsigned index) {
  return LLVMConstInt(LLVMInt32TypeInContext(context), index, false);
}

/* Between the long doubles of memory and the type under test. */
static LLVMValueRef narrow(LLVMValueRef value, LLVMTypeRef type) {
  if (LLVMTypeOf(value) == type)
    return value;
  if (LLVMGetTypeKind(type) == LLVMBFloatTypeKind) /* no library converts it from long double */
    value = LLVMBuildFPCast(builder, value, LLVMFloatTypeInContext(context), "");
  if (!is_vector(type))
    return LLVMBuildFPCast(builder, value, type, "");
  LLVMValueRef vector = LLVMGetPoison(type);
  LLVMValueRef element = LLVMBuildFPCast(builder, value, LLVMGetElementType(type), "");
  for (unsigned i = 0; i < LANES; i++)
    vector = LLVMBuildInsertElement(builder, vector, element, lane(i), "");
  return vector;
}

static LLVMValueRef widen(LLVMValueRef value) {
  if (is_vector(LLVMTypeOf(value))) /* the last lane, which a scalar mistake would miss */
    value = LLVMBuildExtractElement(builder, value, lane(LANES - 1), "");
  return LLVMTypeOf(value) == long_double() ? value
                                            : LLVMBuildFPCast(builder, value, long_double(), "");
}

static LLVMTypeRef parameter_type(char letter, LLVMTypeRef type) {
  return letter == 'f'   ? type
         : letter == 'l' ? long_double()
         : letter == 'i' ? LLVMInt32TypeInContext(context)
                         : LLVMPointerTypeInContext(context, 0);
}

static LLVMTypeRef function_type_of(const MathRow *row, LLVMTypeRef type) {
  LLVMTypeRef parameters[RULE_PARAMETERS];
  unsigned count = (unsigned)strlen(row->parameters);
  for (unsigned i = 0; i < count; i++)
    parameters[i] = parameter_type(row->parameters[i], type);
  return LLVMFunctionType(type, parameters, count, false);
}

/* Is the first name of the row one of C? Else references.c has it under the rule's own name. */
static bool has_c_name(const MathRow *row) { return !strpbrk(row->names[0], "@._"); }
static const char *c_name(const MathRow *row) {
  bool ours = strncmp(row->names[0], "adcc_", 5) == 0;
  return has_c_name(row) || ours ? row->names[0] : row->rule.name;
}

static LLVMValueRef c_function(const MathRow *row, LLVMTypeRef type, const char *suffix) {
  char name[64];
  size_t length = strlen(c_name(row));
  if (length > 2 && strcmp(c_name(row) + length - 2, "_r") == 0)
    snprintf(name, sizeof name, "%.*s%s_r", (int)length - 2, c_name(row), suffix);
  else
    snprintf(name, sizeof name, "%s%s", c_name(row), suffix);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  return function ? function : LLVMAddFunction(module, name, function_type_of(row, type));
}

/* A function that only its attribute shows to be the row's: for types of which C has none, by way
 * of float or lane by lane, and for rows that have no C name. */
static LLVMValueRef made_function(const MathRow *row, LLVMTypeRef type, const TypeRow *type_row) {
  char name[64];
  snprintf(name, sizeof name, "made_%s_%s", row->rule.name, type_row->name);
  LLVMTypeRef function_type = function_type_of(row, type);
  LLVMValueRef function = LLVMAddFunction(module, name, function_type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(context, "adcc_math", 9, row->rule.name,
                                                    (unsigned)strlen(row->rule.name)));
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
  LLVMTypeRef float_type = LLVMFloatTypeInContext(context);
  LLVMTypeRef scalar = is_vector(type)    ? LLVMGetElementType(type)
                       : type_row->suffix ? type
                                          : float_type;
  const char *suffix = type_row->suffix ? type_row->suffix : scalar == float_type ? "f" : "";
  LLVMValueRef callee = c_function(row, scalar, suffix);
  LLVMValueRef result = LLVMGetPoison(type), arguments[RULE_PARAMETERS];
  unsigned count = LLVMCountParams(function);
  for (unsigned i = 0; i < (is_vector(type) ? LANES : 1); i++) {
    for (unsigned j = 0; j < count; j++) {
      arguments[j] = LLVMGetParam(function, j);
      if (row->parameters[j] == 'f')
        arguments[j] = is_vector(type) ? LLVMBuildExtractElement(builder, arguments[j], lane(i), "")
                                       : LLVMBuildFPCast(builder, arguments[j], scalar, "");
    }
    LLVMValueRef value =
        LLVMBuildCall2(builder, function_type_of(row, scalar), callee, arguments, count, "");
    result = is_vector(type) ? LLVMBuildInsertElement(builder, result, value, lane(i), "")
                             : LLVMBuildFPCast(builder, value, type, "");
  }
  LLVMBuildRet(builder, result);
  return function;
}

typedef struct {
  LLVMValueRef call, operands[RULE_PARAMETERS];
} Operation;

static LLVMValueRef operand_of(void *operation, unsigned index) {
  return ((Operation *)operation)->operands[index];
}
static LLVMValueRef result_of(void *operation) { return ((Operation *)operation)->call; }

static LLVMValueRef element_pointer(LLVMValueRef base, unsigned index) {
  LLVMValueRef position = lane(index);
  return LLVMBuildGEP2(builder, long_double(), base, &position, 1, "");
}

static bool emit(const MathRow *row, const TypeRow *type_row) {
  LLVMTypeRef type = type_of_row(type_row);
  LLVMValueRef callee = type_row->suffix && has_c_name(row)
                            ? c_function(row, type, type_row->suffix)
                            : made_function(row, type, type_row);
  char name[64];
  snprintf(name, sizeof name, "rule_%s_%s", row->rule.name, type_row->name);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMValueRef function =
      LLVMAddFunction(module, name,
                      LLVMFunctionType(LLVMVoidTypeInContext(context),
                                       (LLVMTypeRef[]){pointer, pointer}, 2, false));
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
  Operation operation;
  unsigned count = (unsigned)strlen(row->parameters);
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef wanted = parameter_type(row->parameters[i], type);
    if (row->parameters[i] == 'p') {
      operation.operands[i] = LLVMBuildAlloca(builder, LLVMInt32TypeInContext(context), "");
      continue;
    }
    LLVMValueRef value =
        LLVMBuildLoad2(builder, long_double(), element_pointer(LLVMGetParam(function, 0), i), "");
    operation.operands[i] = row->parameters[i] == 'i' ? LLVMBuildFPToSI(builder, value, wanted, "")
                                                      : narrow(value, wanted);
  }
  operation.call =
      LLVMBuildCall2(builder, function_type_of(row, type), callee, operation.operands, count, "");
  const Rule *rule = rule_of_call(operation.call);
  if (rule != &row->rule) {
    fprintf(stderr, "%s: rule_of_call finds %s\n", name, rule ? rule->name : "nothing");
    return false;
  }
  RuleBuild build = {builder, module, operation.call, type, &operation, operand_of, result_of};
  LLVMValueRef results = LLVMGetParam(function, 1);
  LLVMBuildStore(builder, widen(operation.call), element_pointer(results, 0));
  for (unsigned i = 0; i < rule->arity; i++) {
    LLVMValueRef partial = rule->partial(&build, i);
    if (partial && LLVMTypeOf(partial) != type) {
      fprintf(stderr, "%s: partial %u is of another type\n", name, i);
      return false;
    }
    LLVMBuildStore(builder, partial ? widen(partial) : LLVMConstNull(long_double()),
                   element_pointer(results, 1 + i));
  }
  LLVMBuildRetVoid(builder);
  return true;
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  context = LLVMContextCreate();
  module = LLVMModuleCreateWithNameInContext("partials", context);
  char *triple = LLVMGetDefaultTargetTriple();
  LLVMSetTarget(module, triple);
  builder = LLVMCreateBuilderInContext(context);
  bool fine = true;
  for (size_t row = 0; row < math_row_count; row++)
    for (size_t type = 0; type < TYPES; type++)
      fine &= emit(&math_rows[row], &type_rows[type]);
  Arena *arena = arena_create();
  DiagSink *sink = diag_create(arena, DIAG_FORMAT_TEXT);
  fine = fine && rules_link_library(sink, module) && diag_error_count(sink) == 0;
  char *message = NULL;
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
    fprintf(stderr, "%s\n", message);
    fine = false;
  }
  fine = fine && LLVMWriteBitcodeToFile(module, arguments[1]) == 0;
  LLVMDisposeMessage(message);
  LLVMDisposeMessage(triple);
  arena_destroy(arena);
  LLVMDisposeBuilder(builder);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return fine ? 0 : 1;
}
