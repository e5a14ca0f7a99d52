/* Text that a function which we cannot see has allocated (a member of std::string) is its own
 * shadow: it carries no derivative. Where a program takes it for a buffer of bytes and puts numbers
 * there, these would go to the primal's memory, shadow and all: that stops the program. */
#include "diff.h"

/* Does an inactive function that we cannot see return a pointer, or may it replace one? */
static bool may_give_memory(LLVMValueRef function) {
  static const char name[] = "readonly";
  unsigned readonly = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  bool elsewhere =
      LLVMIsDeclaration(function) || LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage;
  const LibraryFunction *row = elsewhere ? library_function(function) : NULL;
  if (!row || !library_is_inactive(row) || library_only_reads(row) ||
      LLVMGetIntrinsicID(function) || !LLVMGetFirstUse(function) ||
      value_has_function_attribute(function, "noreturn"))
    return false;
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  bool gives = LLVMGetTypeKind(result) == LLVMPointerTypeKind;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    gives |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind &&
             !LLVMGetEnumAttributeAtIndex(function, i + 1, readonly);
  return gives;
}

/* Without such functions there is no text that is its own shadow. */
bool text_is_own(const Deriver *deriver) {
  DiffContext *diff = deriver->diff;
  LLVMValueRef function = diff->text ? NULL : LLVMGetFirstFunction(diff->module);
  if (!diff->text)
    diff->text = TEXT_NONE;
  for (; function && diff->text == TEXT_NONE; function = LLVMGetNextFunction(function))
    if (may_give_memory(function))
      diff->text = TEXT_OWN;
  return diff->text == TEXT_OWN;
}

/* The objects whose memory such functions give, or may put in the place of others, by number. */
static const bool *given_objects(const Deriver *deriver) {
  DiffContext *diff = deriver->diff;
  const TypeFacts *types = deriver->sweep.types;
  if (diff->given_by == types)
    return diff->given;
  diff->given_by = types;
  bool *given = diff->given = ARENA_ARRAY(diff->arena, bool, types_object_count(types) + 1);
  for (LLVMValueRef f = LLVMGetFirstFunction(diff->module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (call, block) {
        bool calls = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
        LLVMValueRef callee = calls ? call_direct_callee(call) : NULL;
        if (!callee || !may_give_memory(callee))
          continue;
        given[types_object_of(types, call)] = true;
        for (unsigned i = 0; i < call_argument_count(call); i++)
          if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
            types_mark_behind(types, LLVMGetOperand(call, i), given);
      }
  given[0] = false; /* not known */
  return given;
}

LLVMValueRef text_place(LLVMValueRef instruction) {
  return LLVMGetOperand(instruction, LLVMIsAStoreInst(instruction) ? 1 : 0);
}

static bool is_copy(LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) && memory_block_call(instruction) == MEMORY_BLOCK_COPY;
}

/* Is it as much as strlen() counts of what is copied, or that and the null at its end? */
static bool copies_counted_text(LLVMValueRef copy) {
  LLVMValueRef length = LLVMGetOperand(copy, 2);
  if (LLVMIsABinaryOperator(length) && LLVMGetInstructionOpcode(length) == LLVMAdd &&
      LLVMIsAConstantInt(LLVMGetOperand(length, 1)) &&
      LLVMConstIntGetZExtValue(LLVMGetOperand(length, 1)) == 1)
    length = LLVMGetOperand(length, 0);
  const LibraryFunction *row = LLVMIsACallInst(length) ? library_function_called(length) : NULL;
  return row && row->kind == LIBFN_COUNTS_TEXT &&
         LLVMGetOperand(length, 0) == LLVMGetOperand(copy, 1);
}

/* Is it a block of numbers that is copied? What comes out of memory may be text where numbers are
 * at other times; a variable, or a block that was made here, is not. */
static bool copies_numbers(const TypeFacts *types, LLVMValueRef copy) {
  LLVMValueRef from = LLVMGetOperand(copy, 1), block = bridge_underlying_object(from);
  bool made = LLVMIsAAllocaInst(block) || LLVMIsACallInst(block) || LLVMIsAInvokeInst(block);
  if (copies_counted_text(copy))
    return false;
  return types_of_memory(types, from, 0).kind == BYTE_FLOAT ||
         (made && types_may_be_number(types, from));
}

/* A number that a store, or a copy, puts where there may be such text. What derivatives do to
 * shadows is another matter. */
static bool may_put_number(const Deriver *deriver, LLVMValueRef instruction) {
  const TypeFacts *types = deriver->sweep.types;
  bool store = LLVMIsAStoreInst(instruction);
  if ((!store && !is_copy(instruction)) || deriver->diff->round != 0)
    return false;
  if (store ? types_of_access(types, instruction, 0).kind != BYTE_FLOAT
            : !copies_numbers(types, instruction))
    return false;
  LLVMValueRef place = text_place(instruction), from = bridge_underlying_object(place);
  bool call = LLVMIsACallInst(from) || LLVMIsAInvokeInst(from);
  bool given = call && call_direct_callee(from) && may_give_memory(call_direct_callee(from));
  return (given || deriver_has_shadow(deriver, place)) &&
         given_objects(deriver)[types_object_of(deriver->sweep.types, place)];
}

void text_find_numbers(Deriver *deriver, const ActivityQuery *query) {
  const Activity *varied = NULL;
  deriver->numbers_in_text = map_create(deriver->sweep.arena);
  if (!text_is_own(deriver))
    return;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (store, block) {
      if (!may_put_number(deriver, store))
        continue;
      /* Whether it is useful does not show: it may be read through what another call gives. */
      if (!varied)
        varied = bits_varied_from(deriver, query);
      if (LLVMIsAStoreInst(store) ? activity_of_value(varied, LLVMGetOperand(store, 0))
                                  : activity_has_shadow(varied, LLVMGetOperand(store, 1)))
        map_set(deriver->numbers_in_text, store, store);
    }
}
