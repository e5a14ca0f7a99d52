/* A word that is a number at one time and an address at another has a shadow in the latter case and
 * an adjoint in the former. An argument of a call has one or the other, memory has both: so where a
 * function that is not inlined takes such a word in an integer (a union by value), it gets the
 * address of a variable that holds it, in the same integer:
 *
 *   walk(word)  →  variable = word; walk((uint64_t)&variable)
 *   … use(word)  →  … use(*(uint64_t *)word) */
#include "words.h"

#include <string.h>

typedef struct {
  const TypeFacts *types;
  const Map *functions;
  LLVMBuilderRef builder;
  LLVMTypeRef word, pointer;
} Spill;

static bool is_number_or_address(const Spill *spill, LLVMValueRef parameter) {
  ByteType first = types_of_value(spill->types, parameter, 0);
  return LLVMTypeOf(parameter) == spill->word && LLVMGetFirstUse(parameter) &&
         first.kind == BYTE_MIXED && first.offset == 0 &&
         LLVMGetTypeKind(first.type) == LLVMDoubleTypeKind &&
         types_object_of(spill->types, parameter) != 0;
}

/* Do the functions alone call it, and nothing else? */
static bool is_only_called(const Spill *spill, LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function ||
        LLVMGetNumArgOperands(call) != LLVMCountParams(function) ||
        !map_has(spill->functions, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
      return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
      if (LLVMGetOperand(call, i) == function)
        return false;
  }
  return LLVMGetFirstUse(function) != NULL;
}

/* What was said of the word does not hold of an address, nor what the function does to memory. */
static void forget_attributes(LLVMValueRef function, unsigned index) {
  static const char range[] = "range", memory[] = "memory";
  unsigned of_word = LLVMGetEnumAttributeKindForName(range, sizeof range - 1);
  unsigned of_memory = LLVMGetEnumAttributeKindForName(memory, sizeof memory - 1);
  LLVMRemoveEnumAttributeAtIndex(function, index + 1, of_word);
  LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, of_memory);
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), index + 1, of_word);
    LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, of_memory);
  }
}

static void load_parameter(const Spill *spill, LLVMValueRef parameter) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetParamParent(parameter));
  LLVMPositionBuilderBefore(spill->builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef place = LLVMBuildIntToPtr(spill->builder, parameter, spill->pointer, "");
  LLVMValueRef word = LLVMBuildLoad2(spill->builder, spill->word, place, "");
  LLVMReplaceAllUsesWith(parameter, word);
  LLVMSetOperand(place, 0, parameter);
}

static void store_argument(const Spill *spill, LLVMValueRef call, unsigned index) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMValueRef variable = build_alloca_in_entry(caller, spill->word, "word");
  LLVMPositionBuilderBefore(spill->builder, call);
  LLVMBuildStore(spill->builder, LLVMGetOperand(call, index), variable);
  LLVMSetOperand(call, index, LLVMBuildPtrToInt(spill->builder, variable, spill->word, ""));
  LLVMSetTailCall(call, false); /* which would not see the caller's variables */
}

static bool spill_function(const Spill *spill, LLVMValueRef function) {
  bool changed = false;
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    if (!is_number_or_address(spill, parameter) || !is_only_called(spill, function))
      continue;
    load_parameter(spill, parameter);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
      store_argument(spill, LLVMGetUser(use), i);
    forget_attributes(function, i);
    changed = true;
  }
  return changed;
}

bool words_spill(const TypeFacts *types, const Map *functions, const Map *kept, Map *spilled) {
  bool changed = false;
  for (size_t i = 0; i < map_count(functions); i++) {
    const void *key;
    map_entry(functions, i, &key);
    LLVMValueRef function = (LLVMValueRef)key;
    if (map_has(kept, function) || LLVMIsDeclaration(function))
      continue;
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    Spill spill = {.types = types,
                   .functions = functions,
                   .builder = LLVMCreateBuilderInContext(context),
                   .word = LLVMInt64TypeInContext(context),
                   .pointer = LLVMPointerTypeInContext(context, 0)};
    if (spill_function(&spill, function)) {
      map_set(spilled, function, function);
      changed = true;
    }
    LLVMDisposeBuilder(spill.builder);
  }
  return changed;
}
