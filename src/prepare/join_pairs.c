/* Words of which LLVM has made two halves, each with its own choice of paths: of a variant of a
 * structure of doubles and an error code, which goes in the low half. Where they are stored side by
 * side they are one again, and the high half of the last number, which stays beside the code, is
 * part of a word.
 *
 *   low = phi [trunc x, 2]   high = phi [trunc (x >> 32), h]   store low, p   store high, p + 4
 *   ->  store (phi [x, h << 32 | 2]), p
 *   h = phi [undef, trunc (x >> 32)]
 *   ->  h = trunc ((phi [undef, x]) >> 32)
 *
 * The number x is whole again, so that its derivative can be followed.
 *
 * Requires: variables in registers. Invalidates: nothing; what is no longer used stays. */
#include "bit_word.h"

enum { HALF = 32, MOST_WAYS = 32, MOST_BETWEEN = 8 };

/* The word of which the value is the low or the high half; NULL if it is none. */
static LLVMValueRef word_of_half(LLVMValueRef half, bool high) {
  LLVMValueRef word = LLVMIsATruncInst(half) ? LLVMGetOperand(half, 0) : NULL;
  if (!word || bits_of_integer(LLVMTypeOf(word)) != 2 * HALF)
    return NULL;
  if (!high)
    return word;
  bool shifted = LLVMIsABinaryOperator(word) && LLVMGetInstructionOpcode(word) == LLVMLShr &&
                 LLVMIsAConstantInt(LLVMGetOperand(word, 1)) &&
                 LLVMConstIntGetZExtValue(LLVMGetOperand(word, 1)) == HALF;
  return shifted ? LLVMGetOperand(word, 0) : NULL;
}

/* The number whose bits the word is; NULL if it is not seen to be those of one. */
static LLVMValueRef number_of(LLVMValueRef word) {
  LLVMValueRef number = word && LLVMIsABitCastInst(word) ? LLVMGetOperand(word, 0) : NULL;
  return number && LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMDoubleTypeKind ? number : NULL;
}

/* What is computed at the end of a block from which a choice of paths comes. */
static void build_at_end(LLVMBuilderRef b, LLVMBasicBlockRef block) {
  LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(block));
  LLVMSetCurrentDebugLocation2(b, NULL);
}

/* A word as what the choices are of: numbers, if any word is one. */
static LLVMValueRef as_type(LLVMBuilderRef b, LLVMValueRef word, LLVMTypeRef type,
                            LLVMBasicBlockRef from) {
  if (LLVMTypeOf(word) == type)
    return word;
  if (number_of(word))
    return number_of(word);
  build_at_end(b, from);
  return LLVMBuildBitCast(b, word, type, "");
}

static bool stores_half(LLVMValueRef store) {
  LLVMValueRef value = LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 0) : NULL;
  return value && bits_of_integer(LLVMTypeOf(value)) == HALF && access_is_plain(store);
}

/* The store behind this one that puts a half four bytes further on; nothing between the two looks
 * at memory. */
static LLVMValueRef find_high(LLVMTargetDataRef layout, LLVMValueRef low) {
  LLVMValueRef next = LLVMGetNextInstruction(low);
  int64_t at, other;
  LLVMValueRef base = bridge_without_offset(layout, LLVMGetOperand(low, 1), &at);
  for (unsigned i = 0; next && i < MOST_BETWEEN; i++, next = LLVMGetNextInstruction(next)) {
    if (stores_half(next) &&
        bridge_without_offset(layout, LLVMGetOperand(next, 1), &other) == base &&
        other == at + HALF / 8)
      return next;
    if (LLVMIsALoadInst(next) || LLVMIsACallInst(next) || bridge_may_write_memory(next))
      return NULL;
  }
  return NULL;
}

/* The word that comes along one path, if both halves are of it. */
static LLVMValueRef whole_from(LLVMValueRef low, LLVMValueRef high, unsigned way) {
  LLVMBasicBlockRef from = LLVMGetIncomingBlock(low, way);
  LLVMValueRef word = word_of_half(LLVMGetIncomingValue(low, way), false);
  return word && word_of_half(phi_incoming_from(high, from), true) == word ? word : NULL;
}

static LLVMValueRef build_word(LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef low,
                               LLVMValueRef high) {
  LLVMValueRef shifted =
      LLVMBuildShl(b, LLVMBuildZExt(b, high, word, ""), LLVMConstInt(word, HALF, false), "");
  LLVMValueRef both = LLVMBuildOr(b, shifted, LLVMBuildZExt(b, low, word, ""), "");
  if (LLVMIsAInstruction(both))
    LLVMSetIsDisjoint(both, true);
  return both;
}

static LLVMValueRef join(LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef high) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(low));
  LLVMTypeRef word = LLVMIntTypeInContext(context, 2 * HALF), type = word;
  LLVMValueRef ways[MOST_WAYS];
  LLVMBasicBlockRef blocks[MOST_WAYS];
  unsigned count = LLVMCountIncoming(low);
  for (unsigned i = 0; i < count; i++)
    if (number_of(whole_from(low, high, i)))
      type = LLVMDoubleTypeInContext(context);
  for (unsigned i = 0; i < count; i++) {
    blocks[i] = LLVMGetIncomingBlock(low, i);
    ways[i] = whole_from(low, high, i);
    if (ways[i])
      ways[i] = as_type(b, ways[i], type, blocks[i]);
    for (unsigned k = 0; k < i && !ways[i]; k++) /* several edges from one block */
      ways[i] = blocks[k] == blocks[i] ? ways[k] : NULL;
    if (ways[i])
      continue;
    build_at_end(b, blocks[i]);
    ways[i] = build_word(b, word, LLVMGetIncomingValue(low, i), phi_incoming_from(high, blocks[i]));
    ways[i] = as_type(b, ways[i], type, blocks[i]);
  }
  LLVMPositionBuilderBefore(b, low);
  LLVMValueRef joined = LLVMBuildPhi(b, type, "");
  LLVMAddIncoming(joined, ways, blocks, count);
  return joined;
}

/* Are the halves chosen together, and is any of the words whole? */
static bool is_choice(LLVMValueRef low, LLVMValueRef high) {
  bool any = false;
  if (!LLVMIsAPHINode(low) || !LLVMIsAPHINode(high) || LLVMCountIncoming(low) > MOST_WAYS ||
      LLVMGetInstructionParent(low) != LLVMGetInstructionParent(high))
    return false;
  for (unsigned i = 0; i < LLVMCountIncoming(low); i++)
    any |= whole_from(low, high, i) != NULL;
  return any;
}

/* ---- high halves that are chosen ---- */

/* Choices among high halves of words, other such choices, and constants. */
typedef struct {
  Arena *arena;
  ValueArray members;
  Map *words; /* member -> the choice of the words */
  bool any;   /* of a word */
  LLVMTypeRef type;
} Web;

static bool gather(Web *web, LLVMValueRef phi) {
  enum { MOST_MEMBERS = 32 };
  map_set(web->words, phi, NULL);
  ARRAY_PUSH(web->arena, web->members, phi);
  for (size_t i = 0; i < web->members.count; i++)
    for (unsigned k = 0; k < LLVMCountIncoming(web->members.items[i]); k++) {
      LLVMValueRef half = LLVMGetIncomingValue(web->members.items[i], k);
      bool of_word = word_of_half(half, true) != NULL;
      web->any |= of_word;
      if (number_of(word_of_half(half, true)))
        web->type = LLVMTypeOf(number_of(word_of_half(half, true)));
      if (of_word || LLVMIsUndef(half) || LLVMIsAConstantInt(half) || map_has(web->words, half))
        continue;
      if (!LLVMIsAPHINode(half) || web->members.count == MOST_MEMBERS)
        return false;
      map_set(web->words, half, NULL);
      ARRAY_PUSH(web->arena, web->members, half);
    }
  return web->any;
}

static LLVMValueRef word_with(Web *web, LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef half,
                              LLVMBasicBlockRef from) {
  if (LLVMIsUndef(half))
    return LLVMGetUndef(web->type);
  if (map_has(web->words, half))
    return map_get(web->words, half);
  LLVMValueRef whole = LLVMIsAConstantInt(half)
                           ? LLVMConstInt(word, LLVMConstIntGetZExtValue(half) << HALF, false)
                           : word_of_half(half, true);
  return as_type(b, whole, web->type, from);
}

static void choose_words(Web *web, LLVMBuilderRef b) {
  LLVMTypeRef half = LLVMTypeOf(web->members.items[0]);
  LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(half), 2 * HALF);
  if (!web->type)
    web->type = word;
  for (size_t i = 0; i < web->members.count; i++) {
    LLVMPositionBuilderBefore(b, web->members.items[i]);
    LLVMSetCurrentDebugLocation2(b, NULL);
    map_set(web->words, web->members.items[i], LLVMBuildPhi(b, web->type, ""));
  }
  for (size_t i = 0; i < web->members.count; i++) {
    LLVMValueRef phi = web->members.items[i], chosen = map_get(web->words, phi);
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
      LLVMValueRef way = word_with(web, b, word, LLVMGetIncomingValue(phi, k), from);
      for (unsigned other = 0; other < k; other++) /* several edges from one block */
        if (LLVMGetIncomingBlock(chosen, other) == from)
          way = LLVMGetIncomingValue(chosen, other);
      LLVMAddIncoming(chosen, &way, &from, 1);
    }
  }
  for (size_t i = 0; i < web->members.count; i++) {
    LLVMValueRef phi = web->members.items[i], at = phi;
    while (LLVMIsAPHINode(at) || LLVMIsALandingPadInst(at))
      at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(b, at);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef whole = LLVMBuildBitCast(b, map_get(web->words, phi), word, "");
    LLVMValueRef high = LLVMBuildLShr(b, whole, LLVMConstInt(word, HALF, false), "");
    LLVMReplaceAllUsesWith(phi, LLVMBuildTrunc(b, high, half, ""));
  }
  for (size_t i = 0; i < web->members.count; i++)
    LLVMInstructionEraseFromParent(web->members.items[i]);
}

static bool join_high_halves(Arena *arena, LLVMBuilderRef b, LLVMValueRef function) {
  Map *tried = map_create(arena);
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, phi = LLVMGetFirstInstruction(block); phi; phi = next) {
      next = LLVMGetNextInstruction(phi);
      if (!LLVMIsAPHINode(phi))
        break;
      if (bits_of_integer(LLVMTypeOf(phi)) != HALF || map_has(tried, phi))
        continue;
      Web web = {.arena = arena, .words = map_create(arena)};
      bool joins = gather(&web, phi);
      for (size_t i = 0; i < web.members.count; i++)
        map_set(tried, web.members.items[i], NULL);
      if (!joins)
        continue;
      while (next && map_has(web.words, next)) /* which goes, too */
        next = LLVMGetNextInstruction(next);
      choose_words(&web, b);
      changed = true;
    }
  return changed;
}

/* ---- numbers that are chosen as words ---- */

static bool computes_on_bits(LLVMValueRef word) {
  Word read;
  return LLVMIsABinaryOperator(word) && word_read(word, &read) && read.count > 0 && !read.low;
}

/* A choice of words that is a number behind it, of bits of numbers and what is computed of them. */
static bool chooses_number(LLVMValueRef phi) {
  bool becomes_number = false, computes = false;
  if (bits_of_integer(LLVMTypeOf(phi)) != 2 * HALF || LLVMCountIncoming(phi) > MOST_WAYS)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    becomes_number |=
        LLVMIsABitCastInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMDoubleTypeKind;
  }
  for (unsigned i = 0; i < LLVMCountIncoming(phi) && becomes_number; i++) {
    LLVMValueRef word = LLVMGetIncomingValue(phi, i);
    if (!number_of(word) && !LLVMIsAConstantInt(word) && !LLVMIsUndef(word) &&
        !computes_on_bits(word))
      return false;
    computes |= computes_on_bits(word);
  }
  return computes;
}

static void choose_number(LLVMBuilderRef b, LLVMValueRef phi) {
  LLVMTypeRef type = LLVMDoubleTypeInContext(LLVMGetTypeContext(LLVMTypeOf(phi)));
  LLVMValueRef ways[MOST_WAYS], at = phi;
  LLVMBasicBlockRef blocks[MOST_WAYS];
  unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; i++) {
    blocks[i] = LLVMGetIncomingBlock(phi, i);
    ways[i] = NULL;
    for (unsigned k = 0; k < i && !ways[i]; k++)
      ways[i] = blocks[k] == blocks[i] ? ways[k] : NULL;
    if (!ways[i])
      ways[i] = as_type(b, LLVMGetIncomingValue(phi, i), type, blocks[i]);
  }
  LLVMPositionBuilderBefore(b, phi);
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMValueRef number = LLVMBuildPhi(b, type, "");
  LLVMAddIncoming(number, ways, blocks, count);
  while (LLVMIsAPHINode(at) || LLVMIsALandingPadInst(at))
    at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(b, at);
  LLVMReplaceAllUsesWith(phi, LLVMBuildBitCast(b, number, LLVMTypeOf(phi), ""));
  LLVMInstructionEraseFromParent(phi);
}

static bool choose_numbers(LLVMBuilderRef b, LLVMValueRef function) {
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
         phi = next) {
      next = LLVMGetNextInstruction(phi);
      if (!chooses_number(phi))
        continue;
      choose_number(b, phi);
      changed = true;
    }
  return changed;
}

static bool join_stores(LLVMBuilderRef b, LLVMValueRef function) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, store = LLVMGetFirstInstruction(block); store; store = next) {
      next = LLVMGetNextInstruction(store);
      LLVMValueRef other = stores_half(store) ? find_high(layout, store) : NULL;
      if (!other)
        continue;
      LLVMValueRef low = LLVMGetOperand(store, 0), high = LLVMGetOperand(other, 0), word = NULL;
      LLVMValueRef number = number_of(word_of_half(high, true)); /* beside which a code goes */
      if (is_choice(low, high))
        word = join(b, low, high);
      else if (!number)
        continue;
      LLVMPositionBuilderBefore(b, other);
      LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(store));
      if (!word) {
        LLVMTypeRef type = LLVMTypeOf(word_of_half(high, true));
        word = LLVMBuildBitCast(b, build_word(b, type, low, high), LLVMTypeOf(number), "");
      }
      LLVMSetAlignment(LLVMBuildStore(b, word, LLVMGetOperand(store, 1)), LLVMGetAlignment(store));
      LLVMInstructionEraseFromParent(store);
      next = LLVMGetNextInstruction(other);
      LLVMInstructionEraseFromParent(other);
      changed = true;
    }
  return changed;
}

bool prepare_join_pairs(Arena *arena, LLVMValueRef function) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  bool changed = join_stores(b, function);
  if (join_high_halves(arena, b, function)) {
    join_stores(b, function); /* of which some are seen to be halves now */
    changed = true;
  }
  changed |= choose_numbers(b, function);
  LLVMDisposeBuilder(b);
  return changed;
}
