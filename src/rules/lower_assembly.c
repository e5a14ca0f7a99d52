/* lower_assembly: inline assembly of one floating-point instruction, which libraries write where a
 * compiler chose badly, in generic operations. What else it may say stays as it is, and is refused
 * where it is active. */
#include "lower.h"

#include <string.h>

/* minpd and its kin as inline assembly, which fixes what becomes of NaN: the destination is the
 * first operand of the comparison. `inputs` numbers the calls' arguments: destination, source. */
typedef struct {
  const char *operands, *constraints;
  unsigned destination, source;
} AssemblyForm;

static const AssemblyForm assembly_forms[] = {
    {" $1, $0", "=x,x,0", 1, 0},
    {" $2, $0", "=x,0,x", 0, 1},
    {" $1, $2, $0", "=x,x,x", 1, 0},
    {" $2, $1, $0", "=x,x,x", 0, 1},
};

/* asm("" : "+x"(v)) keeps the compiler from looking through v: a fence for floating point. */
static LLVMValueRef fenced(const Lowering *l, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (!type_is_float_or_vector(type))
    return value;
  const char *name = "llvm.arithmetic.fence";
  LLVMValueRef fence =
      LLVMGetIntrinsicDeclaration(l->module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
  return LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(fence), fence, &value, 1, "");
}

enum { MOST_OPERANDS = 8 };

/* An operand of inline assembly, as its constraint says. */
typedef struct {
  bool is_output, in_memory;
  int tied;              /* the output that an input shares its place with, or -1 */
  LLVMValueRef argument; /* of the call; NULL for an output in a register */
} AssemblyOperand;

/* How many there are, or -1. */
static int read_operands(const Lowering *l, const char *constraints, AssemblyOperand *operands) {
  int count = 0;
  unsigned argument = 0;
  for (const char *at = constraints; *at && *at != '~';) {
    if (count == MOST_OPERANDS)
      return -1;
    AssemblyOperand *operand = &operands[count++];
    operand->is_output = *at == '=';
    at += operand->is_output;
    operand->in_memory = *at == '*';
    operand->tied = *at >= '0' && *at <= '9' ? *at - '0' : -1;
    operand->argument = NULL;
    if (!operand->is_output || operand->in_memory) {
      if (argument == call_argument_count(l->call))
        return -1;
      operand->argument = lower_argument(l, argument++);
    }
    at += strcspn(at, ",");
    at += *at == ',';
  }
  return argument == call_argument_count(l->call) ? count : -1;
}

/* What output `index` was before: the value that is put there, or *`stays` if it is in memory. */
static LLVMValueRef input_of(const AssemblyOperand *operands, int count, int index, bool *stays) {
  for (int i = 0; i < count; i++)
    if (!operands[i].is_output && operands[i].tied == index)
      return operands[i].argument;
  for (int i = 0; i < count && operands[index].in_memory; i++)
    *stays |= !operands[i].is_output && operands[i].in_memory &&
              operands[i].argument == operands[index].argument;
  return NULL;
}

/* Assembly without instructions: benchmarks keep values, or memory, from being optimised away. */
static bool lower_empty(const Lowering *l, const char *constraints) {
  AssemblyOperand operands[MOST_OPERANDS];
  LLVMValueRef inputs[MOST_OPERANDS] = {0};
  int count = read_operands(l, constraints, operands), results = 0;
  for (int i = 0; i < count; i++) {
    bool stays = false;
    if (!operands[i].is_output)
      continue;
    inputs[i] = input_of(operands, count, i, &stays);
    if (!inputs[i] && !stays)
      return false;
    results += !operands[i].in_memory;
  }
  if (count < 0)
    return false;
  LLVMTypeRef type = LLVMTypeOf(l->call);
  unsigned member = 0;
  for (int i = 0; i < count; i++)
    if (inputs[i] && !operands[i].in_memory &&
        LLVMTypeOf(inputs[i]) != (results > 1 ? LLVMStructGetTypeAtIndex(type, member++) : type))
      return false;
  LLVMValueRef all = results > 1 ? LLVMGetPoison(type) : NULL;
  member = 0;
  for (int i = 0; i < count; i++) {
    if (!inputs[i])
      continue;
    LLVMValueRef value = fenced(l, inputs[i]);
    if (operands[i].in_memory)
      LLVMBuildStore(l->builder, value, operands[i].argument);
    else
      all = results > 1 ? LLVMBuildInsertValue(l->builder, all, value, member++, "") : value;
  }
  lower_replace(l, all);
  return true;
}

/* minpd and its kin: `text` without the v of the AVX form. */
static bool lower_choice(const Lowering *l, const char *text, size_t length,
                         const char *constraints, size_t constraints_length) {
  static const char *const names[] = {"minps", "minpd", "minss", "minsd",
                                      "maxps", "maxpd", "maxss", "maxsd"};
  if (length < 6 || call_argument_count(l->call) != 2 ||
      !type_is_float_or_vector(LLVMTypeOf(l->call)))
    return false;
  bool known = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    known |= strncmp(text, names[i], 5) == 0;
  for (size_t i = 0; known && i < sizeof assembly_forms / sizeof *assembly_forms; i++) {
    const AssemblyForm *form = &assembly_forms[i];
    size_t operands = strlen(form->operands), wanted = strlen(form->constraints);
    if (length != 5 + operands || strncmp(text + 5, form->operands, operands) != 0 ||
        constraints_length < wanted || strncmp(constraints, form->constraints, wanted) != 0)
      continue;
    LLVMValueRef destination = lower_argument(l, form->destination);
    LLVMValueRef source = lower_argument(l, form->source);
    LLVMRealPredicate wins = text[1] == 'i' ? LLVMRealOLT : LLVMRealOGT;
    lower_replace(l, LLVMBuildSelect(l->builder,
                                     LLVMBuildFCmp(l->builder, wins, destination, source, ""),
                                     destination, source, ""));
    return true;
  }
  return false;
}

/* A fused multiply-add, "fmadd231pd $1, $2, $0": in AT&T's order the operands are the third, the
 * second and the first of Intel's manual, and the digits tell which two are multiplied. The first
 * is both input and result. */
static bool lower_fused(const Lowering *l, const char *text, const char *constraints) {
  static const struct {
    const char *name;
    bool negate_product, negate_addend;
  } names[] = {{"fmadd", false, false},
               {"fmsub", false, true},
               {"fnmadd", true, false},
               {"fnmsub", true, true}};
  static const char *const orders[] = {"132", "213", "231"};
  static const char *const suffixes[] = {"ps", "pd", "ss", "sd"};
  LLVMTypeRef type = LLVMTypeOf(l->call);
  if (call_argument_count(l->call) != 3 || !type_is_float_or_vector(type))
    return false;
  for (unsigned i = 0; i < 3; i++)
    if (LLVMTypeOf(lower_argument(l, i)) != type)
      return false;

  size_t name = 0, order = 0, suffix = 0;
  while (name < 4 && strncmp(text, names[name].name, strlen(names[name].name)) != 0)
    name++;
  text += name < 4 ? strlen(names[name].name) : 0;
  while (order < 3 && strncmp(text, orders[order], 3) != 0)
    order++;
  text += order < 3 ? 3 : 0;
  while (suffix < 4 && strncmp(text, suffixes[suffix], 2) != 0)
    suffix++;
  if (name == 4 || order == 3 || suffix == 4)
    return false;
  text += 2;
  bool scalar = suffixes[suffix][0] == 's', single = suffixes[suffix][1] == 's';
  LLVMTypeKind element = LLVMGetTypeKind(type_scalar(type));
  if (element != (single ? LLVMFloatTypeKind : LLVMDoubleTypeKind) ||
      (LLVMGetTypeKind(type) == LLVMVectorTypeKind) == scalar)
    return false;

  /* Of the calls' arguments, by Intel's numbers. */
  static const char *const forms[] = {" $1, $2, $0", " $2, $1, $0"};
  bool swapped = strcmp(text, forms[1]) == 0;
  if (!swapped && strcmp(text, forms[0]) != 0)
    return false;
  static const char *const tied[] = {"=x,x,x,0", "=v,v,v,0"};
  size_t form = 0;
  while (form < 2 && (strncmp(constraints, tied[form], 8) != 0 ||
                      (constraints[8] && strncmp(constraints + 8, ",~", 2) != 0)))
    form++;
  if (form == 2)
    return false;
  LLVMValueRef operands[] = {lower_argument(l, 2), lower_argument(l, swapped ? 0 : 1),
                             lower_argument(l, swapped ? 1 : 0)};
  LLVMValueRef arguments[3];
  for (unsigned i = 0; i < 3; i++)
    arguments[i] = operands[orders[order][i] - '1'];
  if (names[name].negate_product)
    arguments[0] = LLVMBuildFNeg(l->builder, arguments[0], "");
  if (names[name].negate_addend)
    arguments[2] = LLVMBuildFNeg(l->builder, arguments[2], "");
  static const char intrinsic[] = "llvm.fma";
  LLVMValueRef fma = LLVMGetIntrinsicDeclaration(
      l->module, LLVMLookupIntrinsicID(intrinsic, sizeof intrinsic - 1), &type, 1);
  lower_replace(l, LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(fma), fma, arguments, 3, ""));
  return true;
}

bool lower_assembly(const Lowering *l) {
  LLVMValueRef assembly = LLVMGetCalledValue(l->call);
  size_t length, constraints_length;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &constraints_length);
  if (length == 0)
    return lower_empty(l, constraints);
  if (text[0] == 'v' && lower_fused(l, text + 1, constraints))
    return true;
  bool avx = text[0] == 'v';
  return lower_choice(l, text + avx, length - avx, constraints, constraints_length);
}
