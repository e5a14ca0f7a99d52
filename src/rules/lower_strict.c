/* lower_strict: functions compiled for an environment of floating point that may change (`#pragma
 * STDC FENV_ACCESS ON`, -frounding-math, -ffp-model=strict). Their operations are calls of
 * llvm.experimental.constrained.*, which carry rounding and exceptions; the plain operation takes
 * their place where it rounds as usual. */
#include "lower.h"

#include <stdio.h>
#include <string.h>

/* The metadata operand `index` says …; constrained operations carry rounding and exceptions. */
static bool metadata_is(LLVMValueRef operand, const char *text) {
  unsigned length;
  const char *string = LLVMGetMDString(operand, &length);
  return string && length == strlen(text) && memcmp(string, text, length) == 0;
}

static LLVMOpcode cast_opcode(const char *operation) {
  static const struct {
    const char *name;
    LLVMOpcode opcode;
  } casts[] = {{"fptosi", LLVMFPToSI}, {"fptoui", LLVMFPToUI},   {"sitofp", LLVMSIToFP},
               {"uitofp", LLVMUIToFP}, {"fptrunc", LLVMFPTrunc}, {"fpext", LLVMFPExt}};
  for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
    if (strcmp(casts[i].name, operation) == 0)
      return casts[i].opcode;
  return 0;
}

static LLVMOpcode arithmetic_opcode(const char *operation) {
  static const struct {
    const char *name;
    LLVMOpcode opcode;
  } operations[] = {{"fadd", LLVMFAdd},
                    {"fsub", LLVMFSub},
                    {"fmul", LLVMFMul},
                    {"fdiv", LLVMFDiv},
                    {"frem", LLVMFRem}};
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (strcmp(operations[i].name, operation) == 0)
      return operations[i].opcode;
  return 0;
}

static LLVMValueRef constrained_compare(const Lowering *l) {
  static const char *const predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                           "one",   "ord", "uno", "ueq", "ugt", "uge",
                                           "ult",   "ule", "une", "true"};
  for (unsigned i = 0; i < 16; i++)
    if (metadata_is(lower_argument(l, 2), predicates[i]))
      return LLVMBuildFCmp(l->builder, (LLVMRealPredicate)i, lower_argument(l, 0),
                           lower_argument(l, 1), "");
  return NULL;
}

/* llvm.experimental.constrained.*: the plain operation, if it rounds to nearest. A rounding mode
 * that is only known at run time is taken for the default one unless the program sets another. */
bool lower_constrained(const Lowering *l) {
  const char *operation = l->name + strlen("experimental.constrained.");
  unsigned count = call_argument_count(l->call), values = count;
  while (values &&
         LLVMGetTypeKind(LLVMTypeOf(lower_argument(l, values - 1))) == LLVMMetadataTypeKind)
    values--;
  bool compares = strcmp(operation, "fcmp") == 0 || strcmp(operation, "fcmps") == 0;
  if (!compares && count - values == 2 &&
      !metadata_is(lower_argument(l, values), "round.tonearest") &&
      !metadata_is(lower_argument(l, values), "round.dynamic")) {
    diag_at(l->sink, l->call, DIAG_UNSUPPORTED,
            "an operation under a rounding mode other than round-to-nearest");
    return false;
  }
  LLVMValueRef result = NULL;
  LLVMOpcode opcode;
  if (compares) {
    result = constrained_compare(l);
  } else if ((opcode = cast_opcode(operation)) != 0) {
    result = LLVMBuildCast(l->builder, opcode, lower_argument(l, 0), LLVMTypeOf(l->call), "");
  } else if ((opcode = arithmetic_opcode(operation)) != 0) {
    result = lower_arithmetic(l, opcode, lower_argument(l, 0), lower_argument(l, 1));
  } else {
    char intrinsic[96];
    snprintf(intrinsic, sizeof intrinsic, "llvm.%s", operation);
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMTypeRef overloads[2] = {LLVMTypeOf(l->call), NULL};
    unsigned overload_count = 1;
    if (strstr(operation, "rint") == operation + 1 || strstr(operation, "llr") == operation ||
        strstr(operation, "lround") == operation) { /* lrint, llrint, lround, llround */
      overloads[1] = LLVMTypeOf(lower_argument(l, 0));
      overload_count = 2;
    } else if (strcmp(operation, "powi") == 0 || strcmp(operation, "ldexp") == 0) {
      overloads[1] = LLVMTypeOf(lower_argument(l, 1));
      overload_count = 2;
    }
    LLVMValueRef arguments[3];
    for (unsigned i = 0; i < values && i < 3; i++)
      arguments[i] = lower_argument(l, i);
    if (!id)
      return false;
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(l->module, id, overloads, overload_count);
    result = lower_flagged(l, LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(function), function,
                                             arguments, values, ""));
  }
  if (!result)
    return false;
  lower_replace(l, result);
  return true;
}

/* What is inlined into a strict function becomes constrained again: derivatives of its derivatives
 * would meet operations that have been lowered here. */
void lower_leave_strict(LLVMValueRef function) {
  unsigned strict = LLVMGetEnumAttributeKindForName("strictfp", strlen("strictfp"));
  LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, strict);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction))
        LLVMRemoveCallSiteEnumAttribute(instruction, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                        strict);
}
