/* vocabulary: builds the IR behind the words of the rule tables (see vocabulary.h). */
#include "vocabulary.h"

#include <stdio.h>
#include <string.h>

LLVMFastMathFlags rule_fast_math_flags(LLVMValueRef operation) {
  if (!LLVMIsAInstruction(operation) || !LLVMCanValueUseFastMathFlags(operation))
    return LLVMFastMathNone;
  return LLVMGetFastMathFlags(operation) & ~(LLVMFastMathNoNaNs | LLVMFastMathNoInfs);
}

/* LLVMBuild… folds constants, so what comes back need not be an instruction. */
static LLVMValueRef with_flags(RuleBuild *b, LLVMValueRef value) {
  if (LLVMIsAInstruction(value) && LLVMCanValueUseFastMathFlags(value))
    LLVMSetFastMathFlags(value, rule_fast_math_flags(b->operation));
  return value;
}

static unsigned lane_count(LLVMTypeRef type) { /* 0: a scalar */
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 0;
}

/* `scalar` in every lane of a vector of `shape`. */
static LLVMValueRef splat(LLVMBuilderRef builder, LLVMValueRef scalar, LLVMTypeRef shape) {
  LLVMTypeRef element = LLVMTypeOf(scalar);
  LLVMTypeRef int32 = LLVMInt32TypeInContext(LLVMGetTypeContext(element));
  bool scalable = LLVMGetTypeKind(shape) == LLVMScalableVectorTypeKind;
  unsigned lanes = LLVMGetVectorSize(shape);
  LLVMTypeRef type =
      scalable ? LLVMScalableVectorType(element, lanes) : LLVMVectorType(element, lanes);
  LLVMTypeRef mask = scalable ? LLVMScalableVectorType(int32, lanes) : LLVMVectorType(int32, lanes);
  LLVMValueRef first = LLVMBuildInsertElement(builder, LLVMGetPoison(type), scalar,
                                              LLVMConstInt(int32, 0, false), "");
  return LLVMBuildShuffleVector(builder, first, LLVMGetPoison(type), LLVMConstNull(mask), "");
}

static LLVMValueRef in_shape(LLVMBuilderRef builder, LLVMValueRef scalar, LLVMTypeRef shape) {
  LLVMTypeKind kind = LLVMGetTypeKind(shape);
  bool vector = kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
  return vector ? splat(builder, scalar, shape) : scalar;
}

LLVMValueRef rule_number(RuleBuild *b, const char *decimal) {
  return in_shape(b->builder, LLVMConstRealOfString(type_scalar(b->type), decimal), b->type);
}

LLVMValueRef rule_binary(RuleBuild *b, LLVMOpcode opcode, LLVMValueRef left, LLVMValueRef right) {
  return with_flags(b, LLVMBuildBinOp(b->builder, opcode, left, right, ""));
}

LLVMValueRef rule_negate(RuleBuild *b, LLVMValueRef value) {
  return with_flags(b, LLVMBuildFNeg(b->builder, value, ""));
}

LLVMValueRef rule_compare(RuleBuild *b, LLVMRealPredicate predicate, LLVMValueRef left,
                          LLVMValueRef right) {
  return with_flags(b, LLVMBuildFCmp(b->builder, predicate, left, right, ""));
}

LLVMValueRef rule_select(RuleBuild *b, LLVMValueRef condition, LLVMValueRef if_true,
                         LLVMValueRef if_false) {
  return with_flags(b, LLVMBuildSelect(b->builder, condition, if_true, if_false, ""));
}

LLVMValueRef rule_both(RuleBuild *b, LLVMValueRef left, LLVMValueRef right) {
  return LLVMBuildAnd(b->builder, left, right, "");
}

LLVMValueRef rule_either(RuleBuild *b, LLVMValueRef left, LLVMValueRef right) {
  return LLVMBuildOr(b->builder, left, right, "");
}

LLVMValueRef rule_integer_add(RuleBuild *b, LLVMValueRef value, int addend) {
  LLVMValueRef constant = LLVMConstInt(type_scalar(LLVMTypeOf(value)), (uint64_t)addend, true);
  return LLVMBuildAdd(b->builder, value, in_shape(b->builder, constant, LLVMTypeOf(value)), "");
}

LLVMValueRef rule_integer(RuleBuild *b, int value) {
  LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(b->type));
  return LLVMConstInt(type, (uint64_t)value, true);
}

/* The integer of powi is a scalar even where the base is a vector; that of ldexp is a vector then.
 */
LLVMValueRef rule_from_integer(RuleBuild *b, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return LLVMBuildSIToFP(b->builder, value, b->type, "");
  LLVMValueRef scalar = LLVMBuildSIToFP(b->builder, value, type_scalar(b->type), "");
  return in_shape(b->builder, scalar, b->type);
}

LLVMValueRef rule_integer_is_zero(RuleBuild *b, LLVMValueRef value) {
  return LLVMBuildICmp(b->builder, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

static bool has_prefix(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

MathLibrary rule_math_library(LLVMModuleRef module, LLVMValueRef callee) {
  size_t length;
  const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
  const char *triple = LLVMGetTarget(module);
  if (has_prefix(name, "__nv_") || has_prefix(triple, "nvptx"))
    return MATH_CUDA;
  if (has_prefix(name, "__ocml_") || has_prefix(triple, "amdgcn"))
    return MATH_HIP;
  return MATH_LIBM;
}

/* What a device computes by an instruction, not by its library. */
static bool is_device_instruction(const char *name) {
  static const char *const names[] = {"fabs",  "copysign", "sqrt",  "fma",
                                      "floor", "ceil",     "trunc", "rint"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

void rule_library_name(char out[64], LLVMModuleRef module, MathLibrary library, LLVMTypeKind kind,
                       const char *name) {
  const char *suffix = "", *triple = LLVMGetTarget(module);
  bool ours = has_prefix(name, "adcc_");
  if (library == MATH_CUDA && !ours) {
    snprintf(out, 64, "__nv_%s%s", name, kind == LLVMFloatTypeKind ? "f" : "");
    return;
  }
  if (library == MATH_HIP && !ours) {
    if (has_prefix(name, "cyl_bessel_"))
      name += strlen("cyl_bessel_");
    snprintf(out, 64, "__ocml_%s_%s", name, kind == LLVMFloatTypeKind ? "f32" : "f64");
    return;
  }
  if (kind == LLVMFloatTypeKind)
    suffix = "f";
  else if (kind == LLVMX86_FP80TypeKind || kind == LLVMPPC_FP128TypeKind)
    suffix = "l";
  else if (kind == LLVMFP128TypeKind)
    /* Where long double is fp128 the C name is sinl; glibc on x86 and POWER has sinf128. Our own
     * functions always use the latter. */
    suffix = ours || has_prefix(triple, "x86") || has_prefix(triple, "i") ||
                     has_prefix(triple, "powerpc") || triple[0] == '\0'
                 ? "f128"
                 : "l";
  snprintf(out, 64, "%s%s", name, suffix);
}

static void add_call_attribute(LLVMValueRef call, const char *name, uint64_t value) {
  LLVMContextRef context = LLVMGetModuleContext(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(context, kind, value));
}

static LLVMValueRef call_scalar(LLVMBuilderRef builder, LLVMModuleRef module, MathLibrary library,
                                LLVMTypeRef type, const char *name, LLVMValueRef *arguments,
                                unsigned count) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind) {
    LLVMTypeRef wide = LLVMFloatTypeInContext(LLVMGetTypeContext(type));
    LLVMValueRef widened[4];
    for (unsigned i = 0; i < count; i++)
      widened[i] = LLVMTypeOf(arguments[i]) == type
                       ? LLVMBuildFPExt(builder, arguments[i], wide, "")
                       : arguments[i];
    LLVMValueRef result = call_scalar(builder, module, library, wide, name, widened, count);
    return LLVMBuildFPTrunc(builder, result, type, "");
  }
  char full_name[64];
  rule_library_name(full_name, module, library, kind, name);
  LLVMValueRef result = build_call_by_name(builder, full_name, type, arguments, count);
  /* Pure for our purpose: nobody looks at errno between the parts of a derivative. */
  add_call_attribute(result, "memory", 0);
  add_call_attribute(result, "nounwind", 0);
  add_call_attribute(result, "willreturn", 0);
  return result;
}

LLVMValueRef rule_call_function(LLVMBuilderRef builder, LLVMModuleRef module, MathLibrary library,
                                LLVMTypeRef type, const char *name, LLVMValueRef *arguments,
                                unsigned count) {
  char intrinsic[64];
  snprintf(intrinsic, sizeof intrinsic, "llvm.%s", name);
  unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
  LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(type));
  bool in_library = library == MATH_LIBM ? kind == LLVMFP128TypeKind && !is_device_instruction(name)
                                         : !is_device_instruction(name);
  if (id && !in_library) {
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, &type, 1);
    return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, count,
                          "");
  }
  unsigned lanes = lane_count(type);
  if (lanes == 0)
    return call_scalar(builder, module, library, type, name, arguments, count);
  LLVMValueRef vector = LLVMGetPoison(type);
  LLVMTypeRef int32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  for (unsigned lane = 0; lane < lanes; lane++) {
    LLVMValueRef index = LLVMConstInt(int32, lane, false), scalars[4];
    for (unsigned i = 0; i < count; i++)
      scalars[i] = lane_count(LLVMTypeOf(arguments[i]))
                       ? LLVMBuildExtractElement(builder, arguments[i], index, "")
                       : arguments[i];
    LLVMValueRef result =
        call_scalar(builder, module, library, type_scalar(type), name, scalars, count);
    vector = LLVMBuildInsertElement(builder, vector, result, index, "");
  }
  return vector;
}

static LLVMValueRef callee_of(LLVMValueRef operation) {
  return LLVMIsACallInst(operation) || LLVMIsAInvokeInst(operation) ? LLVMGetCalledValue(operation)
                                                                    : NULL;
}

LLVMValueRef rule_function(RuleBuild *b, const char *name, ...) {
  LLVMValueRef arguments[4];
  unsigned count = 0;
  va_list list;
  va_start(list, name);
  for (LLVMValueRef next; (next = va_arg(list, LLVMValueRef)) != NULL;)
    arguments[count++] = next;
  va_end(list);
  MathLibrary library = rule_math_library(b->module, callee_of(b->operation));
  return with_flags(
      b, rule_call_function(b->builder, b->module, library, b->type, name, arguments, count));
}

LLVMValueRef rule_again(RuleBuild *b, LLVMValueRef first, LLVMValueRef second) {
  LLVMValueRef arguments[2] = {first, second};
  LLVMValueRef result = LLVMBuildCall2(b->builder, LLVMGetCalledFunctionType(b->operation),
                                       LLVMGetCalledValue(b->operation), arguments, 2, "");
  LLVMSetInstructionCallConv(result, LLVMGetInstructionCallConv(b->operation));
  add_call_attribute(result, "memory", 0);
  add_call_attribute(result, "nounwind", 0);
  add_call_attribute(result, "willreturn", 0);
  return with_flags(b, result);
}
