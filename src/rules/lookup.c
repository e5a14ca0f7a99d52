/* lookup: from a callee's name, or an opcode, to its row. The only file that compares callees'
 * names.
 *
 * Requires nothing and changes nothing: the tables are constants and are searched in place. A name
 * of libm is first taken apart into a base name and what the decoration says of the type. */
#include "tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a decoration demands of the floating-point type. */
typedef enum {
  TYPE_ANY,
  TYPE_HALF,
  TYPE_BFLOAT,
  TYPE_FLOAT,
  TYPE_DOUBLE,
  TYPE_LONG,
  TYPE_QUAD
} NameType;

typedef struct {
  const char *text;
  size_t length;
  bool device; /* of a device library, which has more functions than libm */
} Name;

static bool remove_prefix(Name *name, const char *prefix) {
  size_t length = strlen(prefix);
  if (name->length < length || memcmp(name->text, prefix, length) != 0)
    return false;
  name->text += length;
  name->length -= length;
  return true;
}

static bool remove_suffix(Name *name, const char *suffix) {
  size_t length = strlen(suffix);
  if (name->length <= length || memcmp(name->text + name->length - length, suffix, length) != 0)
    return false;
  name->length -= length;
  return true;
}

static bool type_fits(NameType wanted, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  switch (wanted) {
  case TYPE_ANY:
    return true;
  case TYPE_HALF:
    return kind == LLVMHalfTypeKind;
  case TYPE_BFLOAT:
    return kind == LLVMBFloatTypeKind;
  case TYPE_FLOAT:
    return kind == LLVMFloatTypeKind;
  case TYPE_DOUBLE:
    return kind == LLVMDoubleTypeKind;
  case TYPE_QUAD:
    return kind == LLVMFP128TypeKind;
  case TYPE_LONG: /* long double is any of these, by target */
    return kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind ||
           kind == LLVMPPC_FP128TypeKind || kind == LLVMDoubleTypeKind;
  }
  return false;
}

/* Does the function's type agree with the row's parameter letters? */
static bool parameters_fit(const char *letters, LLVMTypeRef function_type) {
  LLVMTypeRef parameters[RULE_PARAMETERS], result = LLVMGetReturnType(function_type);
  unsigned count = (unsigned)strlen(letters);
  if (LLVMCountParamTypes(function_type) != count || LLVMIsFunctionVarArg(function_type))
    return false;
  LLVMGetParamTypes(function_type, parameters);
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeKind kind = LLVMGetTypeKind(type_scalar(parameters[i]));
    if (letters[i] == 'f' && parameters[i] != result)
      return false;
    if (letters[i] == 'l' && !type_is_float_or_vector(parameters[i]))
      return false;
    if (letters[i] == 'i' && kind != LLVMIntegerTypeKind)
      return false;
    if (letters[i] == 'p' && kind != LLVMPointerTypeKind)
      return false;
  }
  return true;
}

/* The row that lists exactly this base name. Some two hundred names of 16 bytes: a scan that
 * compares words is as fast as a search and leaves math.def in the order in which one reads it. */
static const MathRow *row_by_base(Name base) {
  char key[RULE_NAME_SIZE] = "", device_key[RULE_NAME_SIZE] = "@";
  if (base.length == 0 || base.length + 1 >= sizeof key)
    return NULL;
  memcpy(key, base.text, base.length);
  memcpy(device_key + 1, base.text, base.length);
  for (size_t row = 0; row < math_row_count; row++)
    for (unsigned i = 0; i < RULE_NAMES && math_rows[row].names[i][0]; i++)
      if (memcmp(math_rows[row].names[i], key, sizeof key) == 0 ||
          (base.device && memcmp(math_rows[row].names[i], device_key, sizeof key) == 0))
        return &math_rows[row];
  return NULL;
}

static const MathRow *fitting_row(Name base, NameType wanted, LLVMTypeRef function_type) {
  const MathRow *row = row_by_base(base);
  if (!row || !function_type)
    return row;
  if (!type_fits(wanted, type_scalar(LLVMGetReturnType(function_type))) ||
      !parameters_fit(row->parameters, function_type))
    return NULL;
  return row;
}

/* A name of the C library: sin, sinf, sinl, sinf128, and lgammaf_r, where the type comes before the
 * _r. Without a suffix it is double. */
static const MathRow *row_by_c_name(Name name, LLVMTypeRef function_type) {
  static const struct {
    const char *suffix;
    NameType type;
  } suffixes[] = {{"f128", TYPE_QUAD},   {"f64x", TYPE_LONG},  {"f32x", TYPE_DOUBLE},
                  {"bf16", TYPE_BFLOAT}, {"f64", TYPE_DOUBLE}, {"f32", TYPE_FLOAT},
                  {"f16", TYPE_HALF},    {"f", TYPE_FLOAT},    {"l", TYPE_LONG}};
  /* compiler-rt, language runtimes and CUDA (__powidf2, __nv_dmul) name types in ways of their own.
   */
  NameType plain = name.device || (name.length && name.text[0] == '_') ? TYPE_ANY : TYPE_DOUBLE;
  const MathRow *row = fitting_row(name, plain, function_type);
  Name stem = name;
  bool reentrant = remove_suffix(&stem, "_r");
  for (size_t i = 0; !row && i < sizeof suffixes / sizeof *suffixes; i++) {
    Name base = stem;
    char with_r[RULE_NAME_SIZE];
    if (!remove_suffix(&base, suffixes[i].suffix) || base.length + 2 > sizeof with_r)
      continue;
    if (reentrant) {
      memcpy(with_r, base.text, base.length);
      memcpy(with_r + base.length, "_r", 2);
      base.text = with_r;
      base.length += 2;
    }
    row = fitting_row(base, suffixes[i].type, function_type);
  }
  return row;
}

/* _ZGVdN4v_sin without its _ZGV: the vector ABI's name for sin on four lanes without a mask. */
static const MathRow *row_by_vector_name(Name name, LLVMTypeRef function_type) {
  const char *end = memchr(name.text, '_', name.length);
  if (!end || name.length < 2 || name.text[1] != 'N')
    return NULL;
  size_t skipped = (size_t)(end + 1 - name.text);
  return row_by_c_name((Name){end + 1, name.length - skipped, false}, function_type);
}

/* `function_type` may be NULL: then the name alone counts. */
static const MathRow *row_by_name(Name name, LLVMTypeRef function_type) {
  if (remove_prefix(&name, "__nv_")) {
    remove_prefix(&name, "fast_");
    if (name.length > 3 && name.text[name.length - 3] == '_' && name.text[name.length - 2] == 'r')
      name.length -= 3; /* how it rounds: _rn, _rz, _rd, _ru */
    name.device = true;
    return row_by_c_name(name, function_type);
  }
  if (remove_prefix(&name, "__ocml_")) {
    remove_prefix(&name, "native_");
    name.device = true;
    if (!remove_suffix(&name, "_f64") && !remove_suffix(&name, "_f32") &&
        !remove_suffix(&name, "_2f16"))
      remove_suffix(&name, "_f16");
    return fitting_row(name, TYPE_ANY, function_type);
  }
  Name inner = name;
  if (remove_prefix(&inner, "_ZGV"))
    return row_by_vector_name(inner, function_type);
  if (remove_prefix(&inner, "__") && remove_suffix(&inner, "_finite"))
    return row_by_c_name(inner, function_type);
  return row_by_c_name(name, function_type);
}

/* What a user or an attribute calls it: the row's own name, or any of its aliases. */
static const MathRow *row_by_any_name(Name name, LLVMTypeRef function_type) {
  for (size_t row = 0; row < math_row_count; row++)
    if (strlen(math_rows[row].rule.name) == name.length &&
        memcmp(math_rows[row].rule.name, name.text, name.length) == 0)
      return !function_type || parameters_fit(math_rows[row].parameters, function_type)
                 ? &math_rows[row]
                 : NULL;
  return row_by_name(name, function_type);
}

const Rule *rule_by_name(const char *canonical_name) {
  Name name = {canonical_name, strlen(canonical_name), true};
  if (remove_prefix(&name, "llvm.")) {
    const char *dot = memchr(name.text, '.', name.length);
    if (dot)
      name.length = (size_t)(dot - name.text);
    const MathRow *row = row_by_base(name);
    return row ? &row->rule : NULL;
  }
  const MathRow *row = row_by_any_name(name, NULL);
  return row ? &row->rule : NULL;
}

RuleLeast rule_least(const Rule *rule) {
#define LEAST(name, kind) {#name, LEAST_##kind},
  static const struct {
    const char *name;
    RuleLeast least;
  } rows[] = {
#include "least.def"
  };
#undef LEAST
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, rule->name) == 0)
      return rows[i].least;
  return LEAST_UNKNOWN;
}

/* Where the compiler was told (-fno-builtin) that names of the library are free for others. */
static bool names_are_free(LLVMValueRef function, Name name) {
  char one[64];
  int length = snprintf(one, sizeof one, "no-builtin-%.*s", (int)name.length, name.text);
  return value_has_function_attribute(function, "no-builtins") ||
         (length > 0 && (size_t)length < sizeof one && value_has_function_attribute(function, one));
}

/* May a function with a body be taken for the library's of its name? Not if it is the user's own.
 */
static bool body_is_library(LLVMValueRef function, Name name) {
  if (remove_prefix(&name, "adcc_") || remove_prefix(&name, "__nv_") ||
      remove_prefix(&name, "__ocml_"))
    return true;
  LLVMLinkage linkage = LLVMGetLinkage(function);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
         !names_are_free(function, name) && bridge_library_name(function) != NULL;
}

static LLVMAttributeRef marked_name(LLVMValueRef function, LLVMValueRef call) {
  static const char *const markers[] = {"adcc_math", "enzyme_math"};
  LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (size_t i = 0; i < sizeof markers / sizeof *markers; i++) {
    unsigned length = (unsigned)strlen(markers[i]);
    LLVMAttributeRef attribute =
        call ? LLVMGetCallSiteStringAttribute(call, index, markers[i], length) : NULL;
    if (!attribute)
      attribute = LLVMGetStringAttributeAtIndex(function, index, markers[i], length);
    if (attribute)
      return attribute;
  }
  return NULL;
}

/* llvm.nvvm.ex2.approx.ftz.f is nvvm.ex2: how it rounds does not matter to its derivative. */
static Name without_variant(Name name) {
  Name rest = name;
  if (!remove_prefix(&rest, "nvvm."))
    return name;
  const char *dot = memchr(rest.text, '.', rest.length);
  if (dot)
    name.length = (size_t)(dot - name.text);
  return name;
}

static const Rule *rule_of_function(LLVMValueRef function, LLVMTypeRef type, LLVMValueRef call) {
  if (!type_is_float_or_vector(LLVMGetReturnType(type)))
    return NULL;
  Name name = {0};
  name.text = LLVMGetValueName2(function, &name.length);
  const MathRow *row = NULL;
  unsigned intrinsic = LLVMGetIntrinsicID(function);
  LLVMAttributeRef marked = intrinsic ? NULL : marked_name(function, call);
  if (intrinsic) {
    name.text = LLVMIntrinsicGetName(intrinsic, &name.length);
    remove_prefix(&name, "llvm.");
    row = fitting_row(without_variant(name), TYPE_ANY, type);
  } else if (marked) {
    unsigned length;
    name.text = LLVMGetStringAttributeValue(marked, &length);
    name.length = length;
    name.device = true;
    row = row_by_any_name(name, type);
  } else {
    row = row_by_name(name, type);
    if (row && !LLVMIsDeclaration(function) && !body_is_library(function, name))
      row = NULL;
  }
  return row ? &row->rule : NULL;
}

const Rule *rule_of_call(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  return callee ? rule_of_function(callee, LLVMGetCalledFunctionType(call), call) : NULL;
}

bool rule_exists_for_function(LLVMValueRef function) {
  return LLVMIsAFunction(function) &&
         rule_of_function(function, LLVMGlobalGetValueType(function), NULL) != NULL;
}

const Rule *rule_of_instruction(LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  for (size_t i = 0; i < operation_row_count; i++)
    if (operation_rows[i].opcode == opcode)
      return &operation_rows[i].rule;
  return NULL;
}

static bool allows_algebra(LLVMValueRef instruction) {
  const LLVMFastMathFlags needed = LLVMFastMathAllowReassoc | LLVMFastMathAllowReciprocal |
                                   LLVMFastMathNoNaNs | LLVMFastMathNoInfs;
  return LLVMCanValueUseFastMathFlags(instruction) &&
         (LLVMGetFastMathFlags(instruction) & needed) == needed;
}

static bool is_number_one(LLVMValueRef value) {
  LLVMBool loses;
  return LLVMIsAConstantFP(value) && LLVMConstRealGetDouble(value, &loses) == 1;
}

static bool is_never_zero(LLVMValueRef value) {
  LLVMBool loses;
  return LLVMIsAConstantFP(value) && fabs(LLVMConstRealGetDouble(value, &loses)) > 0;
}

static const InverseRow *inverse_row(LLVMOpcode opcode, unsigned operand) {
  for (size_t i = 0; i < inverse_row_count; i++)
    if (inverse_rows[i].opcode == opcode && inverse_rows[i].operand == operand)
      return &inverse_rows[i];
  return NULL;
}

bool rule_inverse(LLVMValueRef instruction, unsigned operand, RuleInverse *inverse) {
  const InverseRow *row = inverse_row(LLVMGetInstructionOpcode(instruction), operand);
  if (!row || !allows_algebra(instruction))
    return false;
  LLVMValueRef other = LLVMGetOperand(instruction, 1 - operand);
  /* A product with a reciprocal is a quotient, whose divisor is not zero. */
  if (row->opcode == LLVMFMul && LLVMIsAInstruction(other) &&
      LLVMGetInstructionOpcode(other) == LLVMFDiv && is_number_one(LLVMGetOperand(other, 0)) &&
      allows_algebra(other)) {
    row = inverse_row(LLVMFDiv, 0);
    other = LLVMGetOperand(other, 1);
  }
  if (row->other == INVERSE_NONZERO && !is_never_zero(other))
    return false;
  *inverse = (RuleInverse){row->formula, other};
  return true;
}

/* Library functions other than mathematics. */
static const LibraryFunction library_rows[] = {
#define LIBFN(name, kind, size, alignment, release, reason)                                        \
  {name, kind, size, alignment, release, reason, 0, false, false},
#define OF_NUMBERS(name, kind) {name, kind, -1, -1, NULL, NULL, 0, false, true},
#define PREFIX(prefix, kind)
#define DECLARED(prefix, kind)
#include "libfn.def"
};

static const LibraryFunction library_prefixes[] = {
#define LIBFN(name, kind, size, alignment, release, reason)
#define OF_NUMBERS(name, kind)
#define PREFIX(prefix, kind) {prefix, kind, -1, -1, NULL, NULL, 0, false, false},
#define DECLARED(prefix, kind) {prefix, kind, -1, -1, NULL, NULL, 0, true, false},
#include "libfn.def"
};

/* The last row whose name is not above `name` in the order of strcmp: the only one that can be
 * equal to it, or (as no prefix begins another) that can begin it. */
static const LibraryFunction *last_not_above(const LibraryFunction *rows, size_t count, Name name) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strncmp(name.text, rows[middle].name, name.length);
    if (order < 0 || (order == 0 && rows[middle].name[name.length] != '\0'))
      high = middle;
    else
      low = middle + 1;
  }
  return low ? &rows[low - 1] : NULL;
}

static const LibraryFunction *exact_library_row(Name name) {
  const LibraryFunction *row =
      last_not_above(library_rows, sizeof library_rows / sizeof *library_rows, name);
  bool equal =
      row && strlen(row->name) == name.length && memcmp(row->name, name.text, name.length) == 0;
  return equal ? row : NULL;
}

static const LibraryFunction *prefix_library_row(Name name) {
  const LibraryFunction *row =
      last_not_above(library_prefixes, sizeof library_prefixes / sizeof *library_prefixes, name);
  return row && remove_prefix(&name, row->name) ? row : NULL;
}

static bool contains(Name name, const char *text) {
  size_t length = strlen(text);
  for (size_t i = 0; i + length <= name.length; i++)
    if (memcmp(name.text + i, text, length) == 0)
      return true;
  return false;
}

/* Rust's v0 mangling puts the crate's hash first: _RNvCs…_7___rustc12___rust_alloc, and
 * _RNvNtCs…_4core9panicking5panic. */
static const LibraryFunction *rust_library_row(Name name) {
  static const LibraryFunction inactive = {
      "core::panicking", LIBFN_INACTIVE, -1, -1, NULL, NULL, 0, false, false};
  if (contains(name, "4core9panicking") || contains(name, "3std2io5stdio6__print"))
    return &inactive;
  if (!contains(name, "7___rustc"))
    return NULL;
  for (size_t i = 0; i < name.length; i++) {
    Name rest = {name.text + i, name.length - i, false};
    if (!remove_prefix(&rest, "7___rustc"))
      continue;
    while (rest.length && rest.text[0] >= '0' && rest.text[0] <= '9')
      rest.text++, rest.length--;
    remove_prefix(&rest, "_");
    return exact_library_row(rest);
  }
  return NULL;
}

/* The number that an attribute of a function holds, below eight; -1: it has none. */
static int marked_number(LLVMValueRef function, const char *attribute) {
  LLVMAttributeRef marked =
      LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                    attribute, (unsigned)strlen(attribute));
  unsigned length;
  char digit = marked ? LLVMGetStringAttributeValue(marked, &length)[0] : 0;
  return digit >= '0' && digit <= '7' ? digit - '0' : -1;
}

/* Allocators and releases that the user declared as such (see request/registrations.c). */
static const LibraryFunction *marked_library_row(LLVMValueRef function) {
#define ALLOCATOR(size) {"allocation_like", LIBFN_MALLOC, size, -1, NULL, NULL, 0, false, false}
#define RELEASE(freed) {"allocation_like", LIBFN_FREE, -1, -1, NULL, NULL, freed, false, false}
#define EACH(row)                                                                                  \
  {                                                                                                \
    row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)                                 \
  }
  static const LibraryFunction allocators[] = EACH(ALLOCATOR), releases[] = EACH(RELEASE);
#undef EACH
#undef RELEASE
#undef ALLOCATOR
  int size = marked_number(function, "adcc_allocation");
  if (size >= 0)
    return &allocators[size];
  int freed = marked_number(function, "adcc_release");
  return freed >= 0 ? &releases[freed] : NULL;
}

double library_reduction_table(LLVMValueRef variable) {
  static const struct {
    const char *name;
    double slope;
  } tables[] = {
      /* Eigen's trig_reduce_huge(float, int *): 2^62 is a quarter turn */
      {"_ZZN5Eigen8internal16trig_reduce_hugeEfPiE11two_over_pi", 1 / 3.4061215800865545e-19},
  };
  const char *name = LLVMGetValueName2(variable, &(size_t){0});
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (!strcmp(name, tables[i].name))
      return tables[i].slope;
  return 0;
}

bool library_variable_is_inactive(LLVMValueRef variable) {
  static const char *const names[] = {"stdin",    "stdout",    "stderr",
                                      "__stdinp", "__stdoutp", "__stderrp"};
  const char *name = LLVMGetValueName2(variable, &(size_t){0});
  for (size_t i = 0; LLVMIsDeclaration(variable) && i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

bool rules_check_likeness(DiagSink *sink, LLVMModuleRef module) {
  static const char key[] = "adcc_math";
  size_t errors = diag_error_count(sink);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMAttributeRef marked = LLVMGetStringAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, sizeof key - 1);
    if (!marked || rule_exists_for_function(f))
      continue;
    Name name = {0};
    unsigned length;
    name.text = LLVMGetStringAttributeValue(marked, &length);
    name.length = length;
    if (!exact_library_row(name))
      diag_at(sink, f, DIAG_UNKNOWN_LIKENESS, LLVMGetValueName2(f, &(size_t){0}), name.text);
  }
  return diag_error_count(sink) == errors;
}

bool library_is_inactive(const LibraryFunction *row) {
  return row->kind >= LIBFN_INACTIVE && row->kind <= LIBFN_READS_TEXT;
}

bool library_only_reads(const LibraryFunction *row) {
  return row->kind >= LIBFN_INACTIVE_READS && row->kind <= LIBFN_CHECKS_ROOM;
}

bool library_gives_block_of_c(const LibraryFunction *row) {
  return row->release && strcmp(row->release, "free") == 0;
}

/* Is it the user's own, as `double signal(double)` is? The names of C's functions are any words. */
static bool is_named_alike(LLVMValueRef function, const LibraryFunction *row) {
  bool may_be_user = row->name[0] >= 'a' && row->name[0] <= 'z' && !strchr(row->name, '.') &&
                     strncmp(row->name, "adcc_", 5) != 0;
  if (!may_be_user || row->of_numbers ||
      (row->kind != LIBFN_INACTIVE && row->kind != LIBFN_COMPARES &&
       row->kind != LIBFN_COUNTS_TEXT && row->kind != LIBFN_INACTIVE_READS))
    return false;
  bool has_number = type_contains_float(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    has_number |= type_contains_float(LLVMTypeOf(LLVMGetParam(function, i)));
  return has_number;
}

const LibraryFunction *library_function(LLVMValueRef function) {
  if (!LLVMIsAFunction(function))
    return NULL;
  const LibraryFunction *marked = marked_library_row(function);
  if (marked)
    return marked;
  Name name = {0};
  name.text = LLVMGetValueName2(function, &name.length);
  /* With a body and a name that is not reserved, it is the user's own unless the prototype, too, is
   * that of the C library. */
  if (!LLVMIsDeclaration(function) &&
      (LLVMGetLinkage(function) == LLVMInternalLinkage ||
       (name.length && name.text[0] != '_' && !bridge_library_name(function))))
    return NULL;
  const LibraryFunction *row = exact_library_row(name);
  if (row)
    return is_named_alike(function, row) ? NULL : row;
  Name rest = name;
  if (remove_prefix(&rest, "_R"))
    return rust_library_row(name);
  row = prefix_library_row(name);
  return row && row->declared_only && !LLVMIsDeclaration(function) ? NULL : row;
}

const LibraryFunction *library_function_called(LLVMValueRef instruction) {
  bool calls = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
  LLVMValueRef callee = calls ? call_direct_callee(instruction) : NULL;
  return callee ? library_function(callee) : NULL;
}

/* Does the module catch exceptions, and so may know them as std::exception alone? */
static bool catches_exceptions(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    const LibraryFunction *row = LLVMIsDeclaration(f) ? library_function(f) : NULL;
    if (row && row->kind == LIBFN_CATCH)
      return true;
  }
  return false;
}

void library_visit_virtual(LLVMModuleRef module, LLVMTypeRef type, int slot,
                           void (*visit)(void *context, LLVMValueRef function), void *context) {
  enum { SLOT_OF_WHAT = 2 }; /* behind the destructors */
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  if (slot != SLOT_OF_WHAT || type != LLVMFunctionType(pointer, &pointer, 1, false) ||
      !catches_exceptions(module))
    return;
  for (size_t i = 0; i < sizeof library_rows / sizeof *library_rows; i++) {
    if (library_rows[i].kind != LIBFN_EXCEPTION_TEXT)
      continue;
    LLVMValueRef function = LLVMGetNamedFunction(module, library_rows[i].name);
    if (!function) {
      function = LLVMAddFunction(module, library_rows[i].name, type);
      LLVMSetLinkage(function, LLVMExternalWeakLinkage); /* not every library has them all */
    }
    visit(context, function);
  }
}
