/* rule_of_call and library_function by name: which declarations and definitions they recognise. */
#include "../../src/rules/rules.h"

#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <string.h>

static int failures;

static const char module_text[] =
    "target triple = \"x86_64-unknown-linux-gnu\"\n"
    "declare double @sin(double)\n"
    "declare float @sinf(float)\n"
    "declare x86_fp80 @sinl(x86_fp80)\n"
    "declare fp128 @sinf128(fp128)\n"
    "declare double @__sin_finite(double)\n"
    "declare float @__expf_finite(float)\n"
    "declare float @__lgammaf_r_finite(float, ptr)\n"
    "declare double @__nv_sin(double)\n"
    "declare float @__nv_sinf(float)\n"
    "declare float @__nv_fast_sinf(float)\n"
    "declare double @__nv_powi(double, i32)\n"
    "declare float @__ocml_exp2_f32(float)\n"
    "declare float @__ocml_native_exp2_f32(float)\n"
    "declare <2 x half> @__ocml_cos_2f16(<2 x half>)\n"
    "declare float @llvm.sin.f32(float)\n"
    "declare <4 x double> @llvm.exp.v4f64(<4 x double>)\n"
    "declare <vscale x 2 x double> @llvm.log.nxv2f64(<vscale x 2 x double>)\n"
    "declare double @llvm.powi.f64.i32(double, i32)\n"
    "declare <2 x double> @llvm.ldexp.v2f64.v2i32(<2 x double>, <2 x i32>)\n"
    "declare double @llvm.fmuladd.f64(double, double, double)\n"
    "declare float @llvm.minimumnum.f32(float, float)\n"
    "declare double @drem(double, double)\n"
    "declare double @scalbln(double, i64)\n"
    "declare double @gamma(double)\n"
    "declare double @lgammaf(double)\n"
    "declare double @exp(double, double)\n"
    "declare i64 @lrint(double)\n"
    "declare double @cosine(double)\n"
    "declare double @f(double)\n"
    "declare double @l(double)\n"
    "declare double @nv_sin(double)\n"
    "declare float @_FortranAFPow4i(float, i32)\n"
    "define internal double @cos(double %x) { ret double %x }\n"
    "define double @j0(double %x) { ret double %x }\n"
    "define double @tan(double %x) { ret double %x }\n"
    "define internal double @adcc_digamma(double %x) { ret double %x }\n"
    "define internal double @my_tanh(double %x) \"enzyme_math\"=\"tanh\" { ret double %x }\n"
    "define internal float @my_hypot(float %x, float %y) \"adcc_math\"=\"hypotf\" { ret float %x "
    "}\n"
    "define internal double @my_bad(double %x, double %y) \"adcc_math\"=\"sin\" { ret double %x "
    "}\n";

/* NULL: no rule. A body counts as the library's if LLVM knows the function: j0 is not among those.
 */
static const struct {
  const char *function, *rule;
} rule_cases[] = {{"sin", "sin"},
                  {"sinf", "sin"},
                  {"sinl", "sin"},
                  {"sinf128", "sin"},
                  {"__sin_finite", "sin"},
                  {"__expf_finite", "exp"},
                  {"__lgammaf_r_finite", "lgamma_r"},
                  {"__nv_sin", "sin"},
                  {"__nv_sinf", "sin"},
                  {"__nv_fast_sinf", "sin"},
                  {"__nv_powi", "powi"},
                  {"__ocml_exp2_f32", "exp2"},
                  {"__ocml_native_exp2_f32", "exp2"},
                  {"__ocml_cos_2f16", "cos"},
                  {"llvm.sin.f32", "sin"},
                  {"llvm.exp.v4f64", "exp"},
                  {"llvm.log.nxv2f64", "log"},
                  {"llvm.powi.f64.i32", "powi"},
                  {"llvm.ldexp.v2f64.v2i32", "ldexp"},
                  {"llvm.fmuladd.f64", "fma"},
                  {"llvm.minimumnum.f32", "fmin"},
                  {"drem", "remainder"},
                  {"scalbln", "ldexp"},
                  {"gamma", "lgamma"},
                  {"lgammaf", NULL}, /* the suffix says float */
                  {"exp", NULL},     /* two parameters */
                  {"lrint", NULL},
                  {"cosine", NULL},
                  {"f", NULL},
                  {"l", NULL},
                  {"nv_sin", NULL},
                  {"_FortranAFPow4i", "powi"},
                  {"cos", NULL}, /* static, so the user's own */
                  {"j0", NULL},
                  {"tan", "tan"},
                  {"adcc_digamma", "digamma"},
                  {"my_tanh", "tanh"},
                  {"my_hypot", "hypot"},
                  {"my_bad", NULL}};

static void check_rules(LLVMModuleRef module) {
  for (size_t i = 0; i < sizeof rule_cases / sizeof *rule_cases; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(module, rule_cases[i].function);
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    LLVMTypeRef caller_type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
    LLVMValueRef caller = LLVMAddFunction(module, "caller", caller_type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, caller, ""));
    LLVMTypeRef parameters[4];
    LLVMValueRef arguments[4];
    LLVMGetParamTypes(type, parameters);
    for (unsigned j = 0; j < LLVMCountParamTypes(type); j++)
      arguments[j] = LLVMConstNull(parameters[j]);
    LLVMValueRef call =
        LLVMBuildCall2(builder, type, function, arguments, LLVMCountParamTypes(type), "");
    const Rule *rule = rule_of_call(call);
    const char *found = rule ? rule->name : "none";
    const char *wanted = rule_cases[i].rule ? rule_cases[i].rule : "none";
    if (strcmp(found, wanted) != 0) {
      printf("FAIL the rule of %s is %s, not %s\n", rule_cases[i].function, found, wanted);
      failures++;
    }
    if (rule_exists_for_function(function) != (rule != NULL)) {
      printf("FAIL rule_exists_for_function(%s)\n", rule_cases[i].function);
      failures++;
    }
    LLVMDisposeBuilder(builder);
    LLVMDeleteFunction(caller);
  }
}

static const struct {
  const char *name;
  LibraryKind kind;
  int size, alignment;
  const char *release;
} library_cases[] = {
    {"malloc", LIBFN_MALLOC, 0, -1, "free"},
    {"calloc", LIBFN_CALLOC, 1, -1, "free"},
    {"realloc", LIBFN_REALLOC, 1, -1, "free"},
    {"posix_memalign", LIBFN_POSIX_MEMALIGN, 2, 1, "free"},
    {"aligned_alloc", LIBFN_ALIGNED_ALLOC, 1, 0, "free"},
    {"_Znwm", LIBFN_MALLOC, 0, -1, "_ZdlPv"},
    {"_ZnamRKSt9nothrow_t", LIBFN_MALLOC, 0, -1, "_ZdaPv"},
    {"_ZnwmSt11align_val_t", LIBFN_ALIGNED_ALLOC, 0, 1, "_ZdlPvSt11align_val_t"},
    {"_ZdlPvm", LIBFN_FREE, -1, -1, "_ZdlPv"},
    {"free", LIBFN_FREE, -1, -1, NULL},
    {"_RNvCs691rhTbG0Ee_7___rustc12___rust_alloc", LIBFN_ALIGNED_ALLOC, 0, 1, "__rust_dealloc"},
    {"_RNvNtCs1_4core9panicking5panic", LIBFN_INACTIVE, -1, -1, NULL},
    {"printf", LIBFN_INACTIVE, -1, -1, NULL},
    {"memcmp", LIBFN_COMPARES, -1, -1, NULL},
    {"longjmp", LIBFN_LONGJMP, -1, -1, NULL},
    {"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKcm", LIBFN_KEEPS_TEXT, -1, -1,
     NULL},
    {"_ZNSo5writeEPKcl", LIBFN_WRITES_TEXT, -1, -1, NULL},
    {"_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1Ev", LIBFN_MEMORY_STREAM, -1, -1,
     NULL},
    {"_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4copyEPcmm", LIBFN_READS_BYTES, 1, -1,
     NULL},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", LIBFN_INACTIVE, -1, -1, NULL},
    {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostream", LIBFN_INACTIVE, -1, -1, NULL},
    {"llvm.x86.avx.movmsk.pd.256", LIBFN_INACTIVE, -1, -1, NULL},
    {"__assert_fail", LIBFN_INACTIVE, -1, -1, NULL},
    {"_ZNSolsEd", LIBFN_STREAMS_NUMBERS, -1, -1, NULL},
    {"snprintf", LIBFN_WRITES_NUMBERS, 0, -1, NULL},
    {"vsnprintf", LIBFN_WRITES_NUMBERS, 0, 3, NULL},
    {"_ZNSt3__19to_stringEd", LIBFN_SPELLS_NUMBERS, -1, -1, NULL},
    {"llvm.lifetime.start.p0", LIBFN_INACTIVE, -1, -1, NULL},
    {"llvm.assume", LIBFN_INACTIVE, -1, -1, NULL},
    {"setjmp", LIBFN_REFUSED, -1, -1, NULL},
    {"qsort", LIBFN_NONE, 0, 0, NULL}, /* lowered to a library function of ours */
    {"adcc_tape_push", LIBFN_TAPE_PUSH, 1, -1, NULL},
    {"adcc_tape_begin", LIBFN_TAPE_OTHER, -1, -1, NULL},
    {"mallocator", LIBFN_NONE, 0, 0, NULL},
    {"mall", LIBFN_NONE, 0, 0, NULL},
    {"print", LIBFN_NONE, 0, 0, NULL},
    {"solve", LIBFN_NONE, 0, 0, NULL}};

static void check_library_functions(LLVMModuleRef module) {
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(module)), NULL, 0, false);
  for (size_t i = 0; i < sizeof library_cases / sizeof *library_cases; i++) {
    LLVMValueRef function = LLVMAddFunction(module, library_cases[i].name, type);
    const LibraryFunction *row = library_function(function);
    LibraryKind kind = row ? row->kind : LIBFN_NONE;
    if (kind != library_cases[i].kind) {
      printf("FAIL %s is of kind %d\n", library_cases[i].name, kind);
      failures++;
    } else if (row && (row->size_argument != library_cases[i].size ||
                       row->alignment_argument != library_cases[i].alignment ||
                       (row->release == NULL) != (library_cases[i].release == NULL) ||
                       (row->release && strcmp(row->release, library_cases[i].release) != 0) ||
                       (kind == LIBFN_REFUSED) != (row->reason != NULL))) {
      printf("FAIL the row of %s\n", library_cases[i].name);
      failures++;
    }
    LLVMDeleteFunction(function);
  }
}

static const char *const library_names[] = {
#define LIBFN(name, kind, size, alignment, release, reason) name,
#define OF_NUMBERS(name, kind) name,
#define PREFIX(prefix, kind)
#define DECLARED(prefix, kind)
#include "../../src/rules/libfn.def"
};

static const char *const library_prefixes[] = {
#define LIBFN(name, kind, size, alignment, release, reason)
#define OF_NUMBERS(name, kind)
#define PREFIX(prefix, kind) prefix,
#define DECLARED(prefix, kind) prefix,
#include "../../src/rules/libfn.def"
};

static void check_order(void) {
  for (size_t i = 1; i < sizeof library_prefixes / sizeof *library_prefixes; i++) {
    const char *before = library_prefixes[i - 1], *here = library_prefixes[i];
    if (strcmp(before, here) >= 0 || strncmp(before, here, strlen(before)) == 0) {
      printf("FAIL the prefixes of libfn.def are not sorted, or nest, at %s\n", here);
      failures++;
    }
  }
  for (size_t i = 1; i < sizeof library_names / sizeof *library_names; i++)
    if (strcmp(library_names[i - 1], library_names[i]) >= 0) {
      printf("FAIL libfn.def is not sorted at %s\n", library_names[i]);
      failures++;
    }
}

static void check_names(void) {
  static const char *const cases[][2] = {
      {"sin", "sin"},        {"sinf", "sin"},         {"llvm.sin", "sin"}, {"log1p", "log1p"},
      {"drem", "remainder"}, {"llvm.sin.f64", "sin"}, {"nothing", NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Rule *rule = rule_by_name(cases[i][0]);
    if ((rule == NULL) != (cases[i][1] == NULL) || (rule && strcmp(rule->name, cases[i][1]) != 0)) {
      printf("FAIL rule_by_name(%s)\n", cases[i][0]);
      failures++;
    }
  }
}

int main(void) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRange(module_text, sizeof module_text - 1, "names", true);
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMParseIRInContext2(context, buffer, &module, &message)) {
    printf("FAIL %s\n", message);
    return 1;
  }
  LLVMDisposeMemoryBuffer(buffer);
  check_rules(module);
  check_library_functions(module);
  check_order();
  check_names();
  printf("%d failures\n", failures);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return failures != 0;
}
