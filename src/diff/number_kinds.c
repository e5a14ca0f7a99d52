/* Which numbers the derivatives of a module have. Where the type of moved bytes is not known, run
 * time adds derivatives up only if it can tell what they are: it can if all are doubles. A module
 * may use numbers of other types (the load factor of a hash table is a float) without ever making a
 * derivative of one; whether it does is known when all derivatives are made. Until then a place
 * holder stands for it: the value of a global. */
#include "../../include/adcc/runtime.h"
#include "diff.h"

#include <string.h>

static const char placeholder_name[] = "adcc.number_kinds";

static bool is_other_float(LLVMTypeRef type) {
  return type && type_is_float(type_scalar(type)) &&
         LLVMGetTypeKind(type_scalar(type)) != LLVMDoubleTypeKind;
}

/* Is a number of another type among the bytes of a value that carries a derivative? */
static bool carries_other(const Deriver *deriver, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (!deriver_is_active(deriver, value) || !LLVMTypeIsSized(type))
    return false;
  uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
  for (uint64_t i = 0; i < size; i++) {
    ByteType byte = types_of_value(deriver->sweep.types, value, i);
    if ((byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED) && is_other_float(byte.type))
      return true;
  }
  return is_other_float(type);
}

/* May what a call does on its own, by a rule, put derivatives of any type in memory? */
static bool may_store_others(const Deriver *deriver, LLVMValueRef call) {
  if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
    return false;
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || !LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) ||
      !activity_of_instruction(deriver->sweep.activity, call))
    return false;
  const LibraryFunction *row = library_function(callee);
  return custom_has_rule(deriver->diff, callee, deriver->key) ||
         (LLVMIsDeclaration(callee) && !row && !rule_exists_for_function(callee));
}

void kinds_note(Deriver *deriver) {
  bool *other = &deriver->diff->other_floats;
  for (unsigned i = 0; !*other && i < LLVMCountParams(deriver->sweep.primal); i++)
    *other = carries_other(deriver, LLVMGetParam(deriver->sweep.primal, i));
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (!*other)
        *other = carries_other(deriver, instruction) || may_store_others(deriver, instruction);
}

void kinds_note_moved(Deriver *deriver, LLVMTypeRef number) {
  deriver->diff->other_floats |= is_other_float(number);
}

LLVMValueRef kinds_of_unknown(Deriver *deriver) {
  LLVMModuleRef module = deriver->diff->module;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
  if (types_all_double(deriver->sweep.types))
    return LLVMConstInt(i32, ADCC_ONLY_DOUBLES, false);
  LLVMValueRef placeholder = LLVMGetNamedGlobal(module, placeholder_name);
  if (!placeholder) {
    placeholder = LLVMAddGlobal(module, i32, placeholder_name);
    LLVMSetInitializer(placeholder, LLVMConstInt(i32, ADCC_ANY_NUMBERS, false));
    LLVMSetLinkage(placeholder, LLVMInternalLinkage);
    LLVMSetGlobalConstant(placeholder, false); /* not to be folded before it is settled */
  }
  return LLVMBuildLoad2(deriver->builder, i32, placeholder, "");
}

void kinds_settle(DiffContext *diff) {
  LLVMValueRef placeholder = LLVMGetNamedGlobal(diff->module, placeholder_name);
  if (!placeholder)
    return;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(diff->module));
  unsigned kinds = diff->other_floats ? ADCC_ANY_NUMBERS : ADCC_ONLY_DOUBLES;
  for (LLVMUseRef use; (use = LLVMGetFirstUse(placeholder)) != NULL;) {
    LLVMValueRef load = LLVMGetUser(use);
    LLVMReplaceAllUsesWith(load, LLVMConstInt(i32, kinds, false));
    LLVMInstructionEraseFromParent(load);
  }
  LLVMDeleteGlobal(placeholder);
}
