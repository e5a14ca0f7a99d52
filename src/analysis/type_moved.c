/* type_moved.c: words that a function only takes from one place of memory to another. What they
 * are, it does not say; another function may keep addresses there. And words that it takes for
 * addresses in the end, when it has taken marks off them. */
#include "type_walk.h"

enum { MOST_USES = 256, MOST_VALUES = 16 };

typedef struct {
  LLVMValueRef items[MOST_VALUES]; /* the word, and what is made of it without a change */
  unsigned count, budget;
} Moved;

static bool follow(Moved *moved, LLVMValueRef value) {
  for (unsigned i = 0; i < moved->count; i++)
    if (moved->items[i] == value)
      return true;
  if (moved->count == MOST_VALUES)
    return false;
  moved->items[moved->count++] = value;
  return true;
}

static bool passes_on(LLVMValueRef user) {
  return LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user) ||
         LLVMIsAInsertElementInst(user) || LLVMIsAExtractElementInst(user) ||
         LLVMIsAShuffleVectorInst(user) || LLVMIsAInsertValueInst(user) ||
         LLVMIsAExtractValueInst(user);
}

static bool uses_are_moves(Moved *moved, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool ends = LLVMIsAStoreInst(user) || LLVMIsAReturnInst(user) || LLVMIsACallInst(user) ||
                LLVMIsAInvokeInst(user) || LLVMIsAICmpInst(user);
    if (moved->budget-- == 0)
      return false;
    if (!ends && !(passes_on(user) && follow(moved, user)))
      return false;
  }
  return true;
}

bool word_is_only_moved(LLVMValueRef load) {
  Moved moved = {.items = {load}, .count = 1, .budget = MOST_USES};
  for (unsigned i = 0; i < moved.count; i++)
    if (!uses_are_moves(&moved, moved.items[i]))
      return false;
  return true;
}

/* Does the word, `value`, go on to where it can be followed? */
static bool takes_word(LLVMValueRef user, LLVMValueRef value) {
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) == value;
  if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
    return LLVMIsAReturnInst(user);
  LLVMValueRef callee = call_direct_callee(user);
  return !callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee);
}

/* May an address go through it, to another one that begins where this one did? */
static bool computes_address(LLVMValueRef user) {
  switch (LLVMIsABinaryOperator(user) ? LLVMGetInstructionOpcode(user) : LLVMRet) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    return true;
  default:
    return false;
  }
}

/* As sizes are; of addresses it is asked whether two are the same, or whether there is anything but
 * a mark. */
static bool asks_order(LLVMValueRef user) {
  enum { MARKS = 8 };
  if (!LLVMIsAICmpInst(user))
    return false;
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
  LLVMValueRef other = LLVMGetOperand(user, 1);
  bool small = LLVMIsAConstantInt(other) && LLVMGetIntTypeWidth(LLVMTypeOf(other)) == 64 &&
               LLVMConstIntGetZExtValue(other) <= MARKS;
  return predicate != LLVMIntEQ && predicate != LLVMIntNE &&
         !(small && (predicate == LLVMIntUGT || predicate == LLVMIntULT));
}

bool word_is_put_elsewhere(LLVMValueRef load, bool *ordered) {
  Moved moved = {.items = {load}, .count = 1, .budget = MOST_USES};
  bool taken = false;
  *ordered = false;
  for (unsigned i = 0; i < moved.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(moved.items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (moved.budget-- == 0)
        return false;
      *ordered = *ordered || asks_order(user);
      taken = taken || takes_word(user, moved.items[i]);
      if (passes_on(user) || computes_address(user))
        follow(&moved, user);
    }
  return taken;
}

/* Not what was loaded, what leads somewhere, nor what is made of these. */
static bool is_count(LLVMValueRef value, unsigned *budget) {
  if (*budget == 0)
    return false;
  --*budget;
  if (LLVMIsAConstant(value))
    return !LLVMIsNull(value) && !LLVMIsUndef(value) && !LLVMIsAConstantExpr(value);
  if (!LLVMIsAInstruction(value))
    return true;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMLoad:
  case LLVMPtrToInt:
    return false;
  case LLVMFreeze:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return is_count(LLVMGetOperand(value, 0), budget);
  case LLVMAdd:
  case LLVMSub: /* one more than there was */
    return LLVMIsAConstantInt(LLVMGetOperand(value, 1)) ||
           (is_count(LLVMGetOperand(value, 0), budget) &&
            is_count(LLVMGetOperand(value, 1), budget));
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    return is_count(LLVMGetOperand(value, 0), budget) && is_count(LLVMGetOperand(value, 1), budget);
  case LLVMSelect:
    return is_count(LLVMGetOperand(value, 1), budget) || is_count(LLVMGetOperand(value, 2), budget);
  case LLVMPHI:
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
      if (is_count(LLVMGetIncomingValue(value, i), budget))
        return true;
    return false;
  default:
    return true;
  }
}

bool word_is_count(LLVMValueRef value) {
  unsigned budget = MOST_VALUES;
  return is_count(value, &budget);
}

/* Does it take whole bytes of its word elsewhere: another part of the word, or another word? */
static bool moves_bytes(LLVMValueRef user) {
  LLVMValueRef amount = LLVMIsABinaryOperator(user) ? LLVMGetOperand(user, 1) : NULL;
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMShl:
  case LLVMLShr:
    return LLVMIsAConstantInt(amount) && LLVMGetIntTypeWidth(LLVMTypeOf(amount)) <= 64 &&
           LLVMConstIntGetZExtValue(amount) % 8 == 0;
  case LLVMAnd:
    return LLVMIsAConstantInt(amount);
  case LLVMOr:
  case LLVMZExt:
  case LLVMTrunc:
    return true;
  default:
    return false;
  }
}

bool word_is_packed(LLVMValueRef word) { return LLVMIsAInstruction(word) && moves_bytes(word); }

LLVMValueRef word_store_of(LLVMValueRef value) {
  Moved moved = {.items = {value}, .count = 1, .budget = MOST_USES};
  for (unsigned i = 0; i < moved.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(moved.items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == moved.items[i])
        return user;
      bool passes = passes_on(user) || moves_bytes(user);
      if (moved.budget-- == 0 || (passes && !follow(&moved, user)))
        return NULL;
    }
  return NULL;
}

/* What the value is made of: all its operands, or what comes into a phi. */
static void follow_needed(Moved *needed, LLVMValueRef value) {
  bool phi = LLVMIsAPHINode(value), call = LLVMIsACallInst(value);
  unsigned count = phi    ? LLVMCountIncoming(value)
                   : call ? call_argument_count(value)
                          : (unsigned)LLVMGetNumOperands(value);
  for (unsigned k = 0; k < count; k++)
    follow(needed, phi ? LLVMGetIncomingValue(value, k) : LLVMGetOperand(value, k));
}

LLVMValueRef word_load_of(LLVMValueRef value) {
  Moved needed = {.items = {value}, .count = 1};
  for (unsigned i = 0; i < needed.count; i++) {
    LLVMValueRef from = needed.items[i];
    if (LLVMIsALoadInst(from))
      return from;
    if (LLVMIsAInstruction(from) && (passes_on(from) || moves_bytes(from)))
      follow_needed(&needed, from);
  }
  return NULL;
}

bool word_is_moved(LLVMValueRef value) {
  return (LLVMIsALoadInst(value) || passes_on(value)) &&
         (word_is_only_moved(value) || word_store_of(value));
}

static bool is_bits_of_number(LLVMValueRef value) {
  return LLVMIsABitCastInst(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
         type_is_float(LLVMTypeOf(LLVMGetOperand(value, 0)));
}

static bool becomes_number(LLVMValueRef value) {
  return LLVMIsABitCastInst(value) && type_is_float(LLVMTypeOf(value));
}

/* What keeps most of the bits of a word, though it changes them. */
static bool changes_bits(LLVMValueRef user) {
  if (LLVMIsABinaryOperator(user))
    return true;
  return LLVMIsACallInst(user) && LLVMIsAIntrinsicInst(user) &&
         LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMIntegerTypeKind;
}

static bool leads_to_number(LLVMValueRef word) {
  Moved made = {.items = {word}, .count = 1, .budget = MOST_USES};
  for (unsigned i = 0; i < made.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(made.items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (becomes_number(user))
        return true;
      if (made.budget-- == 0)
        return false;
      if (changes_bits(user) || passes_on(user))
        follow(&made, user);
    }
  return false;
}

static bool comes_from_number(LLVMValueRef word) {
  Moved needed = {.items = {word}, .count = 1};
  for (unsigned i = 0; i < needed.count; i++) {
    LLVMValueRef value = needed.items[i];
    if (is_bits_of_number(value))
      return true;
    if (changes_bits(value) || passes_on(value))
      follow_needed(&needed, value);
  }
  return false;
}

bool word_is_of_bits(LLVMValueRef word, bool loaded) {
  return loaded ? leads_to_number(word) : comes_from_number(word);
}

/* What a function of the input does with the word that it is passed. */
static void follow_into_callee(Moved *moved, LLVMValueRef call, LLVMValueRef value) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
    return;
  for (unsigned i = 0; i < call_argument_count(call) && i < LLVMCountParams(callee); i++)
    if (LLVMGetOperand(call, i) == value)
      follow(moved, LLVMGetParam(callee, i));
}

static bool is_used_as_address(Moved *moved, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (moved->budget == 0)
      return false;
    moved->budget--;
    if (LLVMIsAIntToPtrInst(user))
      return true;
    if (passes_on(user) || computes_address(user))
      follow(moved, user);
    else if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user))
      follow_into_callee(moved, user, value);
  }
  return false;
}

bool word_becomes_address(LLVMValueRef load) {
  Moved moved = {.items = {load}, .count = 1, .budget = MOST_USES};
  for (unsigned i = 0; i < moved.count; i++)
    if (is_used_as_address(&moved, moved.items[i]))
      return true;
  return false;
}

/* Does the program choose between places that are known, as between the children of a node? */
static bool is_choice(const TypeFacts *facts, LLVMValueRef pointer) {
  Places places = types_access_places((TypeFacts *)facts, pointer); /* which have all settled */
  return places.items[0].object && places.items[0].stride == 0;
}

ByteType types_word_byte(const TypeFacts *facts, LLVMValueRef word, uint64_t offset,
                         ByteType byte) {
  Location from;
  if (!LLVMIsALoadInst(word) || LLVMGetTypeKind(LLVMTypeOf(word)) != LLVMIntegerTypeKind ||
      !types_locate(facts, LLVMGetOperand(word, 0), &from))
    return byte;
  /* The elements of an array need not be what the pattern says: single ones are known better. */
  uint64_t size = LLVMStoreSizeOfType(facts->layout, LLVMTypeOf(word));
  if (from.stride && from.stride % size == 0 && word_is_only_moved(word) &&
      !is_choice(facts, LLVMGetOperand(word, 0))) {
    ByteType elements = types_of_elements_at(from, (int64_t)offset);
    if (elements.kind == BYTE_MIXED)
      return elements;
  }
  if (size != LLVMPointerSize(facts->layout))
    return byte;
  return types_of_anywhere(facts, from, (int64_t)offset, byte);
}
