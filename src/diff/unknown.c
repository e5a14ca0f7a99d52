/* Words that may be a double, a pair of floats, a pointer or integers, and are only moved: out of a
 * pool of bytes, as a member of a structure that LLVM copies in a register. The adjoint of such a
 * word is a word as well. It is moved, bit by bit; only where two of them meet does it matter what
 * it is, and there the runtime looks (adcc_tape_sum_unknown). */
#include "../../include/adcc/runtime.h"
#include "diff.h"
#include "word.h"

static bool is_word(const Deriver *deriver, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 64)
    return false;
  if (LLVMIsAPHINode(value) || LLVMIsASelectInst(value))
    return types_of_value(deriver->sweep.types, value, 0).kind == BYTE_CONFLICT;
  return LLVMIsALoadInst(value) &&
         mixed_is_anything(deriver, type, types_of_access(deriver->sweep.types, value, 0));
}

static bool is_moved(const Deriver *deriver, LLVMValueRef value, Map *seen) {
  if (map_has(seen, value))
    return true;
  map_set(seen, value, value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAIntToPtrInst(user)) /* no adjoint comes back from what is a pointer there */
      continue;
    if (LLVMIsAStoreInst(user)
            ? LLVMGetOperand(user, 0) != value ||
                  !mixed_is_anything(deriver, LLVMTypeOf(value),
                                     types_of_access(deriver->sweep.types, user, 0))
            : !(LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) || !is_word(deriver, user) ||
                  !is_moved(deriver, user, seen))
      return false;
  }
  return true;
}

bool unknown_is_moved(const Deriver *deriver, LLVMValueRef value) {
  return is_word(deriver, value) && deriver_is_active(deriver, value) &&
         is_moved(deriver, value, map_create(deriver->sweep.arena));
}

static bool is_double(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMDoubleTypeKind; }

static bool is_number(ByteType first) {
  return (first.kind == BYTE_FLOAT || first.kind == BYTE_MIXED) && first.offset == 0 &&
         is_double(first.type);
}

/* Does the source declare whatever the word is stored to as a double? Then so is an adjoint. */
static bool goes_to_doubles(LLVMValueRef word) {
  for (LLVMUseRef use = LLVMGetFirstUse(word); use; use = LLVMGetNextUse(use)) {
    if (!LLVMIsAStoreInst(LLVMGetUser(use)) || !types_declared_double(LLVMGetUser(use)))
      return false;
  }
  return true;
}

/* Does no number but a double begin where the word comes from? Constants and pointers are none. */
static bool begins_double(const Deriver *deriver, LLVMValueRef word, Map *seen) {
  if (map_has(seen, word))
    return true;
  map_set(seen, word, word);
  if (LLVMIsALoadInst(word)) {
    return is_number(types_of_memory(deriver->sweep.types, LLVMGetOperand(word, 0), 0)) ||
           is_number(types_of_access(deriver->sweep.types, word, 0)) || goes_to_doubles(word);
  }
  if (LLVMIsABitCastInst(word))
    return is_double(LLVMTypeOf(LLVMGetOperand(word, 0)));
  if (!LLVMIsAPHINode(word) && !LLVMIsASelectInst(word))
    return LLVMIsAConstant(word) || LLVMIsAPtrToIntInst(word);
  for (int i = LLVMIsASelectInst(word) ? 1 : 0; i < LLVMGetNumOperands(word); i++)
    if (!begins_double(deriver, LLVMGetOperand(word, (unsigned)i), seen))
      return false;
  return true;
}

/* Where there are no numbers but doubles, a word shows what it is: then a derivative of this one
 * can tell as well. */
static LLVMTypeRef only_number(const Deriver *deriver) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  return types_all_double(deriver->sweep.types) ? LLVMDoubleTypeInContext(context) : NULL;
}

static LLVMValueRef sum(Deriver *deriver, LLVMValueRef word, LLVMValueRef delta, LLVMValueRef old) {
  LLVMTypeRef number = only_number(deriver);
  if (number)
    return word_call(deriver, WORD_SUM, number, old, delta);
  bool doubles = begins_double(deriver, word, map_create(deriver->sweep.arena));
  LLVMValueRef numbers = doubles ? kinds_or(deriver, ADCC_DOUBLES) : kinds_of_unknown(deriver);
  LLVMValueRef arguments[] = {delta, old, numbers, guard_place_in_source(deriver, word)};
  return deriver_call_runtime(deriver, "adcc_tape_sum_unknown", LLVMTypeOf(delta), arguments, 4);
}

LLVMValueRef unknown_accumulate(Deriver *deriver, LLVMValueRef word, LLVMValueRef old,
                                LLVMValueRef delta) {
  return value_is_zero(old) ? delta : sum(deriver, word, delta, old);
}

void unknown_add(Deriver *deriver, LLVMValueRef load, LLVMValueRef delta, LLVMValueRef place) {
  LLVMValueRef old = deriver_load(deriver, LLVMTypeOf(delta), place, load);
  LLVMValueRef none =
      LLVMBuildICmp(deriver->builder, LLVMIntEQ, delta, LLVMConstNull(LLVMTypeOf(delta)), "");
  LLVMValueRef word = sum(deriver, load, delta, old);
  deriver_store(deriver, LLVMBuildSelect(deriver->builder, none, old, word, ""), place, load);
}

LLVMValueRef unknown_take(Deriver *deriver, LLVMValueRef store, LLVMValueRef place) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  LLVMValueRef word = deriver_load(deriver, type, place, store);
  deriver_store(deriver, LLVMConstNull(type), place, store);
  LLVMTypeRef number = only_number(deriver);
  return number ? word_call(deriver, WORD_NUMBERS, number, word, NULL)
                : deriver_call_runtime(deriver, "adcc_tape_number_of", type, &word, 1);
}

void unknown_expect_none(Deriver *deriver, LLVMValueRef delta) {
  LLVMValueRef arguments[] = {delta, LLVMConstNull(LLVMTypeOf(delta))};
  deriver_call_runtime(deriver, "adcc_tape_check_word", NULL, arguments, 2);
}
