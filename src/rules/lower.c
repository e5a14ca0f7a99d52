/* lower: rewrites calls that have no row of their own into operations that have one.
 *
 * Before differentiation every call should have at most one floating-point result, returned: sincos
 * becomes sin and cos, modf a truncation and the rest, a product over a vector the product of its
 * lanes, a constrained operation the plain one where it rounds as usual. Complex arithmetic goes to
 * the C definitions of lib/complex.c, which differentiate like any code. Meaning is kept, to
 * rounding. Requires: nothing. Invalidates: every analysis of the function. */
#include "lower.h"

#include <stdio.h>
#include <string.h>

#define PI "3.14159265358979323846264338327950288419717"

LLVMValueRef lower_argument(const Lowering *l, unsigned index) {
  return LLVMGetOperand(l->call, index);
}

LLVMValueRef lower_flagged(const Lowering *l, LLVMValueRef value) {
  if (LLVMIsAInstruction(value) && LLVMCanValueUseFastMathFlags(value))
    LLVMSetFastMathFlags(value, rule_fast_math_flags(l->call));
  return value;
}

LLVMValueRef lower_arithmetic(const Lowering *l, LLVMOpcode opcode, LLVMValueRef left,
                              LLVMValueRef right) {
  return lower_flagged(l, LLVMBuildBinOp(l->builder, opcode, left, right, ""));
}

void lower_replace(const Lowering *l, LLVMValueRef value) {
  if (value)
    LLVMReplaceAllUsesWith(l->call, value);
  if (LLVMIsAInvokeInst(l->call)) { /* nothing that we lower unwinds */
    LLVMBasicBlockRef block = LLVMGetInstructionParent(l->call);
    LLVMBasicBlockRef handler = LLVMGetUnwindDest(l->call);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(handler); LLVMIsAPHINode(phi);) {
      LLVMValueRef next = LLVMGetNextInstruction(phi);
      bridge_phi_remove_incoming(phi, block);
      phi = next;
    }
    LLVMBuildBr(l->builder, LLVMGetNormalDest(l->call));
  }
  LLVMInstructionEraseFromParent(l->call);
}

static LLVMValueRef function_of(const Lowering *l, const char *name, LLVMValueRef *arguments,
                                unsigned count) {
  MathLibrary library = rule_math_library(l->module, LLVMGetCalledValue(l->call));
  return lower_flagged(l, rule_call_function(l->builder, l->module, library,
                                             LLVMTypeOf(arguments[0]), name, arguments, count));
}

static LLVMValueRef function1(const Lowering *l, const char *name, LLVMValueRef value) {
  return function_of(l, name, &value, 1);
}

static LLVMValueRef function2(const Lowering *l, const char *name, LLVMValueRef first,
                              LLVMValueRef second) {
  return function_of(l, name, (LLVMValueRef[]){first, second}, 2);
}

static LLVMValueRef number(const Lowering *l, LLVMTypeRef type, const char *decimal) {
  RuleBuild build = {.builder = l->builder, .type = type};
  return rule_number(&build, decimal);
}

/* {first, second} as the aggregate that the call returned. Readers of one member get it directly,
 * so that the aggregate usually vanishes. */
static void replace_pair(const Lowering *l, LLVMValueRef first, LLVMValueRef second) {
  LLVMValueRef members[2] = {first, second};
  for (LLVMUseRef use = LLVMGetFirstUse(l->call), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAExtractValueInst(user) && LLVMGetNumIndices(user) == 1) {
      LLVMReplaceAllUsesWith(user, members[LLVMGetIndices(user)[0]]);
      LLVMInstructionEraseFromParent(user);
    }
  }
  LLVMValueRef pair = NULL;
  if (LLVMGetFirstUse(l->call)) {
    pair = LLVMGetPoison(LLVMTypeOf(l->call));
    pair = LLVMBuildInsertValue(l->builder, pair, first, 0, "");
    pair = LLVMBuildInsertValue(l->builder, pair, second, 1, "");
  }
  lower_replace(l, pair);
}

static void store(const Lowering *l, LLVMValueRef value, LLVMValueRef pointer) {
  LLVMBuildStore(l->builder, value, pointer);
}

/* The sine and cosine of pi times value: the argument is reduced exactly first. */
static void sine_cosine_of_pi(const Lowering *l, LLVMValueRef value, LLVMValueRef *sine,
                              LLVMValueRef *cosine) {
  if (rule_math_library(l->module, LLVMGetCalledValue(l->call)) != MATH_LIBM) {
    *sine = function1(l, "sinpi", value);
    *cosine = function1(l, "cospi", value);
    return;
  }
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef turns =
      function1(l, "rint", lower_arithmetic(l, LLVMFMul, value, number(l, type, "0.5")));
  LLVMValueRef rest = lower_arithmetic(l, LLVMFSub, value,
                                       lower_arithmetic(l, LLVMFMul, turns, number(l, type, "2")));
  LLVMValueRef angle = lower_arithmetic(l, LLVMFMul, rest, number(l, type, PI));
  *sine = function1(l, "sin", angle);
  *cosine = function1(l, "cos", angle);
}

/* void sincos(x, *sine, *cosine) */
static bool lower_sincos(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0);
  store(l, function1(l, "sin", value), lower_argument(l, 1));
  store(l, function1(l, "cos", value), lower_argument(l, 2));
  lower_replace(l, NULL);
  return true;
}

static bool lower_sincospi(const Lowering *l) {
  LLVMValueRef sine, cosine;
  sine_cosine_of_pi(l, lower_argument(l, 0), &sine, &cosine);
  store(l, sine, lower_argument(l, 1));
  store(l, cosine, lower_argument(l, 2));
  lower_replace(l, NULL);
  return true;
}

/* sine = __ocml_sincos_f64(x, *cosine) */
static bool lower_sincos_ocml(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0);
  store(l, function1(l, "cos", value), lower_argument(l, 1));
  lower_replace(l, function1(l, "sin", value));
  return true;
}

static bool lower_sincos_pair(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0);
  replace_pair(l, function1(l, "sin", value), function1(l, "cos", value));
  return true;
}

static bool lower_sincospi_pair(const Lowering *l) {
  LLVMValueRef sine, cosine;
  sine_cosine_of_pi(l, lower_argument(l, 0), &sine, &cosine);
  replace_pair(l, sine, cosine);
  return true;
}

/* The part after the point, with the sign of value; 0 for infinities, where value - whole is NaN.
 */
static LLVMValueRef fraction(const Lowering *l, LLVMValueRef value, LLVMValueRef whole) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef rest = lower_arithmetic(l, LLVMFSub, value, whole);
  LLVMValueRef same = LLVMBuildFCmp(l->builder, LLVMRealOEQ, value, whole, "");
  rest = LLVMBuildSelect(l->builder, same, LLVMConstNull(type), rest, "");
  return function2(l, "copysign", rest, value);
}

static bool lower_modf(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0), whole = function1(l, "trunc", value);
  store(l, whole, lower_argument(l, 1));
  lower_replace(l, fraction(l, value, whole));
  return true;
}

static bool lower_modf_pair(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0), whole = function1(l, "trunc", value);
  replace_pair(l, fraction(l, value, whole), whole);
  return true;
}

static LLVMValueRef intrinsic2(const Lowering *l, const char *name, LLVMTypeRef first,
                               LLVMTypeRef second, LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef overloads[2] = {first, second};
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(l->module, id, overloads, 2);
  return LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(function), function, arguments, count,
                        "");
}

/* {mantissa, exponent} = llvm.frexp(x): the exponent stays, the mantissa is x scaled by it. */
static bool lower_frexp_pair(const Lowering *l) {
  LLVMTypeRef exponent_type = LLVMStructGetTypeAtIndex(LLVMTypeOf(l->call), 1);
  LLVMValueRef only_exponent = NULL, mantissa = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(l->call); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAExtractValueInst(user) || LLVMGetIndices(user)[0] != 1)
      only_exponent = user;
  }
  if (!only_exponent)
    return false; /* no floating-point result is read: already as we want it */
  LLVMValueRef copy = LLVMInstructionClone(l->call);
  LLVMInsertIntoBuilder(l->builder, copy);
  LLVMValueRef exponent = LLVMBuildExtractValue(l->builder, copy, 1, "");
  LLVMValueRef opposite = LLVMBuildNeg(l->builder, exponent, "");
  LLVMValueRef scaled[2] = {lower_argument(l, 0), opposite};
  mantissa = intrinsic2(l, "llvm.ldexp", LLVMTypeOf(scaled[0]), exponent_type, scaled, 2);
  replace_pair(l, lower_flagged(l, mantissa), exponent);
  return true;
}

static bool is_device_call(const Lowering *l) {
  return rule_math_library(l->module, LLVMGetCalledValue(l->call)) != MATH_LIBM;
}

static LLVMTypeRef int_type(const Lowering *l) {
  return LLVMInt32TypeInContext(LLVMGetModuleContext(l->module));
}

/* mantissa = frexp(x, *exponent) */
static bool lower_frexp(const Lowering *l) {
  if (is_device_call(l))
    return false;
  LLVMValueRef value = lower_argument(l, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef pair = intrinsic2(l, "llvm.frexp", type, int_type(l), &value, 1);
  LLVMValueRef exponent = LLVMBuildExtractValue(l->builder, pair, 1, "");
  store(l, exponent, lower_argument(l, 1));
  LLVMValueRef scaled[2] = {value, LLVMBuildNeg(l->builder, exponent, "")};
  lower_replace(l, lower_flagged(l, intrinsic2(l, "llvm.ldexp", type, int_type(l), scaled, 2)));
  return true;
}

/* rest = remquo(x, y, *quotient): the quotient from the rest modulo 8 y, to 8 as in glibc: C asks
 * for three bits at least. */
static bool lower_remquo(const Lowering *l) {
  if (is_device_call(l))
    return false;
  LLVMValueRef dividend = lower_argument(l, 0), divisor = lower_argument(l, 1);
  LLVMTypeRef type = LLVMTypeOf(dividend);
  LLVMValueRef rest = function2(l, "remainder", dividend, divisor);
  LLVMValueRef eight = lower_arithmetic(l, LLVMFMul, divisor, number(l, type, "8"));
  LLVMValueRef wide = lower_arithmetic(l, LLVMFRem, dividend, eight);
  LLVMValueRef count =
      lower_arithmetic(l, LLVMFDiv, lower_arithmetic(l, LLVMFSub, wide, rest), divisor);
  count = function1(l, "rint", count);
  LLVMValueRef whole = intrinsic2(l, "llvm.fptosi.sat", int_type(l), type, &count, 1);
  store(l, whole, lower_argument(l, 2));
  lower_replace(l, rest);
  return true;
}

/* lgamma_r(x, *sign): the gamma function is negative where x < 0 and floor(x) is odd. */
static bool lower_lgamma_r(const Lowering *l) {
  if (is_device_call(l))
    return false;
  LLVMValueRef value = lower_argument(l, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef whole = function1(l, "floor", value);
  LLVMValueRef half = lower_arithmetic(l, LLVMFMul, whole, number(l, type, "0.5"));
  LLVMValueRef odd = LLVMBuildFCmp(l->builder, LLVMRealONE, half, function1(l, "floor", half), "");
  LLVMValueRef below = LLVMBuildFCmp(l->builder, LLVMRealOLT, value, LLVMConstNull(type), "");
  LLVMValueRef negative = LLVMBuildAnd(l->builder, below, odd, "");
  store(l,
        LLVMBuildSelect(l->builder, negative, LLVMConstInt(int_type(l), (uint64_t)-1, true),
                        LLVMConstInt(int_type(l), 1, false), ""),
        lower_argument(l, 1));
  lower_replace(l, function1(l, "lgamma", value));
  return true;
}

/* llvm.vector.reduce.fmul(start, v): in order, which is one of the orders that `reassoc` allows. */
static bool lower_reduce(const Lowering *l) {
  static const struct {
    const char *name, *function;
  } kinds[] = {{"vector.reduce.fmul", NULL},
               {"vector.reduce.fmin", "minnum"},
               {"vector.reduce.fmax", "maxnum"},
               {"vector.reduce.fminimum", "minimum"},
               {"vector.reduce.fmaximum", "maximum"}};
  bool product = strcmp(l->name, kinds[0].name) == 0;
  const char *function = NULL;
  for (size_t i = 1; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(l->name, kinds[i].name) == 0)
      function = kinds[i].function;
  LLVMValueRef vector = lower_argument(l, product ? 1 : 0);
  LLVMTypeRef int32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector)));
  if (LLVMGetTypeKind(LLVMTypeOf(vector)) != LLVMVectorTypeKind)
    return false;
  LLVMValueRef result = product ? lower_argument(l, 0) : NULL;
  for (unsigned lane = 0; lane < LLVMGetVectorSize(LLVMTypeOf(vector)); lane++) {
    LLVMValueRef element =
        LLVMBuildExtractElement(l->builder, vector, LLVMConstInt(int32, lane, false), "");
    result = !result   ? element
             : product ? lower_arithmetic(l, LLVMFMul, result, element)
                       : function2(l, function, result, element);
  }
  lower_replace(l, result);
  return true;
}

/* Calls go to our definition of the same meaning and the same signature. */
static bool lower_to_library(const Lowering *l) {
  char ours[128];
  snprintf(ours, sizeof ours, "adcc_%s", l->name);
  size_t length;
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(l->call));
  if (strncmp(LLVMGetValueName2(caller, &length), ours, strlen(ours)) == 0)
    return false; /* our definition uses the original */
  LLVMTypeRef type = LLVMGetCalledFunctionType(l->call);
  LLVMValueRef function = LLVMGetNamedFunction(l->module, ours);
  if (!function)
    function = LLVMAddFunction(l->module, ours, type);
  LLVMSetOperand(l->call, (unsigned)LLVMGetNumOperands(l->call) - 1, function);
  *l->needs_library = true;
  return true;
}

/* Does the function, or what it calls, change numbers that are not its own? */
static bool changes_numbers(LLVMValueRef function, unsigned depth) {
  enum { DEEPEST = 4 };
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef callee = LLVMIsACallInst(instruction) ? call_direct_callee(instruction) : NULL;
      if (LLVMIsAStoreInst(instruction) &&
          type_is_float_or_vector(LLVMTypeOf(LLVMGetOperand(instruction, 0))) &&
          !LLVMIsAAllocaInst(bridge_underlying_object(LLVMGetOperand(instruction, 1))))
        return true;
      if (callee && LLVMIsAFunction(callee) && depth < DEEPEST &&
          changes_numbers(callee, depth + 1))
        return true;
    }
  return false;
}

/* How often a sort compares, and what, is its own affair: ours does so in another order. */
static bool lower_sort(const Lowering *l) {
  enum { COMPARISON = 3 };
  LLVMValueRef compare = lower_argument(l, COMPARISON);
  if (LLVMIsAFunction(compare) && changes_numbers(compare, 0))
    diag_at(
        l->sink, l->call, DIAG_UNSUPPORTED,
        "a comparison that changes numbers in memory: they would follow the order in which a sort "
        "compares");
  return lower_to_library(l);
}

static bool lower_complex(const Lowering *l) {
  /* Complex values travel differently elsewhere. */
  return strncmp(LLVMGetTarget(l->module), "x86_64", 6) == 0 && lower_to_library(l);
}

/* The functions of glibc that round once to a narrower type: fadd, dfmal and so on. */
static bool lower_narrow_operation(const Lowering *l) {
  static const struct {
    const char *name;
    LLVMOpcode opcode;
  } operations[] = {{"add", LLVMFAdd}, {"sub", LLVMFSub}, {"mul", LLVMFMul}, {"div", LLVMFDiv}};
  LLVMValueRef value = NULL;
  LLVMTypeRef type = LLVMTypeOf(l->call);
  if (!type_is_float_or_vector(type) || LLVMTypeOf(lower_argument(l, 0)) == type)
    return false; /* another function of that name */
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (strncmp(l->name + 1, operations[i].name, 3) == 0)
      value = lower_arithmetic(l, operations[i].opcode, lower_argument(l, 0), lower_argument(l, 1));
  if (!value) {
    LLVMValueRef all[3];
    unsigned count = call_argument_count(l->call);
    for (unsigned i = 0; i < count; i++)
      all[i] = lower_argument(l, i);
    value = function_of(l, count == 1 ? "sqrt" : "fma", all, count);
  }
  lower_replace(l, lower_flagged(l, LLVMBuildFPTrunc(l->builder, value, type, "")));
  return true;
}

static bool lower_narrow(const Lowering *l) {
  lower_replace(l, LLVMBuildFPTrunc(l->builder, lower_argument(l, 0), LLVMTypeOf(l->call), ""));
  return true;
}

static const LoweringRow intrinsic_rows[] = {
    {"sincos", lower_sincos_pair, NULL},
    {"sincospi", lower_sincospi_pair, NULL},
    {"modf", lower_modf_pair, NULL},
    {"frexp", lower_frexp_pair, NULL},
    {"vector.reduce.fmul", lower_reduce, NULL},
    {"vector.reduce.fmin", lower_reduce, NULL},
    {"vector.reduce.fmax", lower_reduce, NULL},
    {"vector.reduce.fminimum", lower_reduce, NULL},
    {"vector.reduce.fmaximum", lower_reduce, NULL},
};

static const LoweringRow function_rows[] = {
    {"frexp", lower_frexp, "fp"},
    {"frexpf", lower_frexp, "fp"},
    {"frexpl", lower_frexp, "fp"},
    {"remquo", lower_remquo, "ffp"},
    {"remquof", lower_remquo, "ffp"},
    {"remquol", lower_remquo, "ffp"},
    {"lgamma_r", lower_lgamma_r, "fp"},
    {"lgammaf_r", lower_lgamma_r, "fp"},
    {"lgammal_r", lower_lgamma_r, "fp"},
    {"sincos", lower_sincos, "fpp"},
    {"sincosf", lower_sincos, "fpp"},
    {"sincosl", lower_sincos, "fpp"},
    {"sincosf128", lower_sincos, "fpp"},
    {"__nv_sincos", lower_sincos, "fpp"},
    {"__nv_sincosf", lower_sincos, "fpp"},
    {"__nv_fast_sincosf", lower_sincos, "fpp"},
    {"__nv_sincospi", lower_sincospi, "fpp"},
    {"__nv_sincospif", lower_sincospi, "fpp"},
    {"__nv_double2float_rn", lower_narrow, "f"},
    {"__ocml_sincos_f32", lower_sincos_ocml, "fp"},
    {"__ocml_sincos_f64", lower_sincos_ocml, "fp"},
    {"modf", lower_modf, "fp"},
    {"modff", lower_modf, "fp"},
    {"modfl", lower_modf, "fp"},
    {"modff128", lower_modf, "fp"},
    {"__nv_modf", lower_modf, "fp"},
    {"__nv_modff", lower_modf, "fp"},
    {"__ocml_modf_f32", lower_modf, "fp"},
    {"__ocml_modf_f64", lower_modf, "fp"},
    {"fadd", lower_narrow_operation, "ff"},
    {"faddl", lower_narrow_operation, "ff"},
    {"daddl", lower_narrow_operation, "ff"},
    {"fsub", lower_narrow_operation, "ff"},
    {"fsubl", lower_narrow_operation, "ff"},
    {"dsubl", lower_narrow_operation, "ff"},
    {"fmul", lower_narrow_operation, "ff"},
    {"fmull", lower_narrow_operation, "ff"},
    {"dmull", lower_narrow_operation, "ff"},
    {"fdiv", lower_narrow_operation, "ff"},
    {"fdivl", lower_narrow_operation, "ff"},
    {"ddivl", lower_narrow_operation, "ff"},
    {"fsqrt", lower_narrow_operation, "f"},
    {"fsqrtl", lower_narrow_operation, "f"},
    {"dsqrtl", lower_narrow_operation, "f"},
    {"ffma", lower_narrow_operation, "fff"},
    {"ffmal", lower_narrow_operation, "fff"},
    {"dfmal", lower_narrow_operation, "fff"},
    {"qsort", lower_sort, "piip"},
    {"qsort_r", lower_sort, "piipp"},
#define LOWER_TO_LIBRARY(name, parameters) {name, lower_to_library, parameters},
#include "lower_library.def"
#undef LOWER_TO_LIBRARY
};

/* The complex functions that lib/complex.c defines, each as double, float (f) and long double (l).
 */
static const char *const complex_names[] = {"cabs",   "carg",  "cexp",  "clog",  "clog10", "csqrt",
                                            "cpow",   "csin",  "ccos",  "ctan",  "csinh",  "ccosh",
                                            "ctanh",  "casin", "cacos", "catan", "casinh", "cacosh",
                                            "catanh", "cproj", "conj",  "creal", "cimag"};
static const char *const complex_helpers[] = {"__muldc3",       "__mulsc3",      "__mulxc3",
                                              "__divdc3",       "__divsc3",      "__divxc3",
                                              "_FortranAcpowi", "_FortranAzpowi"};

static bool is_complex_function(const char *name, size_t length) {
  if (length > 2 && name[0] == '_') {
    for (size_t i = 0; i < sizeof complex_helpers / sizeof *complex_helpers; i++)
      if (strcmp(name, complex_helpers[i]) == 0)
        return true;
    return false;
  }
  for (size_t i = 0; i < sizeof complex_names / sizeof *complex_names; i++) {
    size_t base = strlen(complex_names[i]);
    if (length >= base && length <= base + 1 && memcmp(name, complex_names[i], base) == 0 &&
        (length == base || name[base] == 'f' || name[base] == 'l'))
      return true;
  }
  return false;
}

bool lower_parameters_match(const Lowering *l, const char *letters) {
  unsigned count = call_argument_count(l->call);
  if (count != strlen(letters))
    return false;
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef type = LLVMTypeOf(lower_argument(l, i));
    if (letters[i] == 'p'   ? LLVMGetTypeKind(type) != LLVMPointerTypeKind
        : letters[i] == 'i' ? LLVMGetTypeKind(type) != LLVMIntegerTypeKind
                            : !type_is_float_or_vector(type))
      return false;
  }
  return true;
}

/* Has the user said what the function's derivative is? */
static bool has_word_of_user(LLVMValueRef function) {
  static const char *const marks[] = {"adcc_custom_derivative", "adcc_inactive", "enzyme_inactive",
                                      "adcc_math", "enzyme_math"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                      marks[i], (unsigned)strlen(marks[i])))
      return true;
  return false;
}

static bool lower_call(Lowering *l, LLVMValueRef callee) {
  unsigned id = LLVMGetIntrinsicID(callee);
  if (id) {
    l->name = LLVMIntrinsicGetName(id, &l->name_length) + strlen("llvm.");
    l->name_length -= strlen("llvm.");
    if (strncmp(l->name, "experimental.constrained.", 25) == 0)
      return lower_constrained(l);
    for (size_t i = 0; i < sizeof intrinsic_rows / sizeof *intrinsic_rows; i++)
      if (strcmp(intrinsic_rows[i].name, l->name) == 0)
        return intrinsic_rows[i].lower(l);
    const LoweringRow *row = lower_x86_row(l->name);
    return row && row->lower(l);
  }
  if (!LLVMIsDeclaration(callee) || has_word_of_user(callee))
    return false;
  l->name = LLVMGetValueName2(callee, &l->name_length);
  for (size_t i = 0; i < sizeof function_rows / sizeof *function_rows; i++)
    if (strcmp(function_rows[i].name, l->name) == 0 &&
        lower_parameters_match(l, function_rows[i].parameters))
      return function_rows[i].lower(l);
  if (is_complex_function(l->name, l->name_length) && !rule_of_call(l->call))
    return lower_complex(l);
  return lower_blas(l) || lower_sanitizer(l);
}

bool rules_lower_function(LLVMValueRef function) {
  Lowering lowering = {.module = LLVMGetGlobalParent(function)};
  lowering.name = LLVMGetValueName2(function, &lowering.name_length);
  if (!LLVMIsDeclaration(function) || LLVMGetIntrinsicID(function) || has_word_of_user(function))
    return false;
  if (strncmp(lowering.name, "_ZN", 3) == 0) /* classes, which have tables of their functions */
    return false;
  for (size_t i = 0; i < sizeof function_rows / sizeof *function_rows; i++)
    if (strcmp(function_rows[i].name, lowering.name) == 0 &&
        strlen(function_rows[i].parameters) == LLVMCountParams(function))
      return true;
  return is_complex_function(lowering.name, lowering.name_length) ||
         lower_blas_takes(&lowering, LLVMGlobalGetValueType(function));
}

bool rules_lower(DiagSink *sink, LLVMValueRef function) {
  size_t errors = diag_error_count(sink);
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  /* Lowering erases calls and the readers of their members, so list the calls first. */
  Arena *arena = arena_create();
  ValueArray calls = {0};
  bool needs_library = false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction))
        ARRAY_PUSH(arena, calls, instruction);
      else if (LLVMIsAStoreInst(instruction) || LLVMIsALoadInst(instruction))
        needs_library |= lower_table(builder, instruction);
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef callee = call_direct_callee(calls.items[i]);
    bool assembly = LLVMIsAInlineAsm(LLVMGetCalledValue(calls.items[i])) != NULL;
    if (!assembly && (!callee || !LLVMIsAFunction(callee)))
      continue;
    LLVMPositionBuilderBefore(builder, calls.items[i]);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(calls.items[i]));
    Lowering lowering = {.sink = sink,
                         .module = module,
                         .builder = builder,
                         .call = calls.items[i],
                         .needs_library = &needs_library};
    if (assembly)
      lower_assembly(&lowering);
    else
      lower_call(&lowering, callee);
  }
  arena_destroy(arena);
  lower_leave_strict(function);
  if (needs_library) /* now, so that what was redirected can be inlined */
    rules_link_library(sink, module);
  LLVMDisposeBuilder(builder);
  return diag_error_count(sink) == errors;
}
