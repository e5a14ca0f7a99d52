/* Which numbers the derivatives of a module have. Where the type of moved bytes is not known, run
 * time adds derivatives up only if it can tell what they are: it can if all are doubles. A module
 * may use numbers of other types (the load factor of a hash table is a float) without ever making a
 * derivative of one, or of one that depends on an input (a float that the program sets, in a
 * structure with doubles that do): no derivative in the latter reaches an input, so that it does
 * not matter what becomes of it. Whether there are others is known when all derivatives are made.
 * Until then a place holder stands for it: the value of a global. */
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

static bool is_other_byte(ByteType byte) {
  return byte.kind == BYTE_FLOAT && is_other_float(byte.type);
}

/* Are all bytes of a value, or of the memory that a load reads, of numbers of other types? */
static bool has_other_bytes(const Deriver *deriver, LLVMValueRef value, bool in_memory) {
  const TypeFacts *types = deriver->sweep.types;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  uint64_t size = LLVMStoreSizeOfType(layout, LLVMTypeOf(value));
  for (uint64_t i = 0; i < size; i++)
    if (!is_other_byte(in_memory ? types_of_memory(types, LLVMGetOperand(value, 0), (int64_t)i)
                                 : types_of_value(types, value, i)))
      return false;
  return true;
}

/* What is put together of other values, or taken from one, is what it was before. */
static bool only_moves(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMExtractValue:
  case LLVMInsertValue:
    return true;
  case LLVMCall:
  case LLVMInvoke: {
    LLVMValueRef callee = call_direct_callee(instruction);
    return !callee || (LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee));
  }
  default:
    return false;
  }
}

/* Is a number of another type made of a double that carries a derivative, or of bits of which it is
 * not known what they are? (A float that is loaded as a member of a structure was stored as one,
 * whatever else is in that memory at other times.) Where no instruction does that and no input has
 * such a number, none of them depends on an input. */
static bool begins_other(const Deriver *deriver, LLVMValueRef instruction) {
  if (!is_other_float(LLVMTypeOf(instruction)) || !deriver_is_active(deriver, instruction) ||
      only_moves(instruction))
    return false;
  if (LLVMIsALoadInst(instruction))
    return !types_declared_float_member(instruction) &&
           !has_other_bytes(deriver, instruction, true);
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(operand));
    bool is_value = LLVMTypeIsSized(LLVMTypeOf(operand)) && kind != LLVMPointerTypeKind;
    if (is_value && !is_other_float(LLVMTypeOf(operand)) && deriver_is_active(deriver, operand) &&
        !has_other_bytes(deriver, operand, false))
      return true;
  }
  return false;
}

void kinds_note(Deriver *deriver) {
  DiffContext *diff = deriver->diff;
  if (types_all_double(deriver->sweep.types))
    return;
  for (unsigned i = 0; !diff->other_floats && i < LLVMCountParams(deriver->sweep.primal); i++)
    diff->other_floats = carries_other(deriver, LLVMGetParam(deriver->sweep.primal, i));
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (instruction, block) {
      bool unseen = may_store_others(deriver, instruction);
      diff->other_floats = diff->other_floats || unseen || carries_other(deriver, instruction);
      diff->other_inputs = diff->other_inputs || unseen || begins_other(deriver, instruction);
    }
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

LLVMValueRef kinds_or(Deriver *deriver, unsigned told) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMValueRef kinds = kinds_of_unknown(deriver), any = LLVMConstInt(i32, ADCC_ANY_NUMBERS, false);
  LLVMValueRef unknown = LLVMBuildICmp(deriver->builder, LLVMIntEQ, kinds, any, "");
  return LLVMBuildSelect(deriver->builder, unknown, LLVMConstInt(i32, told, false), kinds, "");
}

void kinds_settle(DiffContext *diff) {
  LLVMValueRef placeholder = LLVMGetNamedGlobal(diff->module, placeholder_name);
  if (!placeholder)
    return;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(diff->module));
  unsigned kinds = !diff->other_floats  ? ADCC_ONLY_DOUBLES
                   : diff->other_inputs ? ADCC_ANY_NUMBERS
                                        : ADCC_DOUBLES_COUNT;
  for (LLVMUseRef use; (use = LLVMGetFirstUse(placeholder)) != NULL;) {
    LLVMValueRef load = LLVMGetUser(use);
    LLVMReplaceAllUsesWith(load, LLVMConstInt(i32, kinds, false));
    LLVMInstructionEraseFromParent(load);
  }
  LLVMDeleteGlobal(placeholder);
}
