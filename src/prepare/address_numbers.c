/* Addresses that LLVM moves as numbers. Where a place holds now a number, now an address (the
 * storage of a std::function, a union), what is stored there on two paths becomes one value, of the
 * type of either: an address then goes as the bits of a number, and no shadow follows it. What
 * moves such bits moves integers here, which hold both (words.c).
 *
 * Requires: variables in registers. Passes of LLVM that choose the type of a value again must not
 * follow. Invalidates: nothing. */
#include "prepare.h"

/* Numbers between which bits move: phis, selections, loads; on some path an address is in them. */
typedef struct {
  Arena *arena;
  LLVMBuilderRef builder;
  LLVMTypeRef word;
  ValueArray members;
  Map *words; /* member -> the integer, or the member itself until that is made */
} Web;

static bool is_number(const Web *web, LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMDoubleTypeKind &&
         LLVMGetIntTypeWidth(web->word) == 64;
}

static bool moves_bits(LLVMValueRef value) {
  return LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || LLVMIsAFreezeInst(value);
}

/* May the number that this is be an integer instead? */
static bool may_be_word(const Web *web, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !is_number(web, value))
    return false;
  bool loads = LLVMIsALoadInst(value) && !LLVMGetVolatile(value) &&
               LLVMGetOrdering(value) == LLVMAtomicOrderingNotAtomic &&
               !prepare_declared_float(value, web->word);
  return moves_bits(value) || loads;
}

/* Is it the bits of an address, on some path? */
static bool comes_from_address(LLVMValueRef word, Map *seen) {
  if (LLVMIsAPtrToIntInst(word) ||
      (LLVMIsAConstantExpr(word) && LLVMGetConstOpcode(word) == LLVMPtrToInt))
    return true;
  if (!moves_bits(word) || map_has(seen, word))
    return false;
  map_set(seen, word, word);
  for (int i = LLVMIsASelectInst(word) ? 1 : 0; i < LLVMGetNumOperands(word); i++)
    if (comes_from_address(LLVMGetOperand(word, (unsigned)i), seen))
      return true;
  return false;
}

/* Are the bits made an address, on some path? */
static bool becomes_address(LLVMValueRef word, Map *seen) {
  if (map_has(seen, word))
    return false;
  map_set(seen, word, word);
  for (LLVMUseRef use = LLVMGetFirstUse(word); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAIntToPtrInst(user) || (moves_bits(user) && becomes_address(user, seen)))
      return true;
  }
  return false;
}

/* Is the number put in memory, on some path? Where it is only computed with, it is no address then.
 */
static bool is_stored(LLVMValueRef number, Map *seen) {
  if (map_has(seen, number))
    return false;
  map_set(seen, number, number);
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == number) ||
        (moves_bits(user) && is_stored(user, seen)))
      return true;
  }
  return false;
}

static bool join(Web *web, LLVMValueRef value) {
  if (!may_be_word(web, value) || map_has(web->words, value))
    return false;
  map_set(web->words, value, value);
  ARRAY_PUSH(web->arena, web->members, value);
  return true;
}

/* All that a number comes from which turns out to be an address. */
static void join_sources(Web *web, LLVMValueRef number) {
  if (!join(web, number) || LLVMIsALoadInst(number))
    return;
  for (int k = LLVMIsASelectInst(number) ? 1 : 0; k < LLVMGetNumOperands(number); k++)
    join_sources(web, LLVMGetOperand(number, (unsigned)k));
}

/* All that an address goes to as a number and is put in memory. */
static void join_targets(Web *web, LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (moves_bits(user) && is_stored(user, map_create(web->arena)) && join(web, user))
      join_targets(web, user);
  }
}

/* A conversion between words and numbers: is an address moved as a number? (Where a number is
 * loaded and used as both there is nothing to choose: words.c.) */
static void look_at(Web *web, LLVMValueRef cast) {
  if (!LLVMIsABitCastInst(cast))
    return;
  LLVMValueRef from = LLVMGetOperand(cast, 0);
  if (LLVMTypeOf(cast) == web->word && is_number(web, from) && moves_bits(from) &&
      becomes_address(cast, map_create(web->arena)))
    join_sources(web, from);
  else if (is_number(web, cast) && LLVMTypeOf(from) == web->word &&
           comes_from_address(from, map_create(web->arena)))
    join_targets(web, cast);
}

static void place_before(const Web *web, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(web->builder, instruction);
  LLVMSetCurrentDebugLocation2(web->builder, LLVMInstructionGetDebugLoc(instruction));
}

static LLVMValueRef word_of(Web *web, LLVMValueRef value, LLVMValueRef user);

static LLVMValueRef make_word(Web *web, LLVMValueRef member) {
  LLVMValueRef first, second;
  switch (LLVMGetInstructionOpcode(member)) {
  case LLVMPHI: /* what comes in follows */
    place_before(web, member);
    return LLVMBuildPhi(web->builder, web->word, "");
  case LLVMSelect:
    first = word_of(web, LLVMGetOperand(member, 1), member);
    second = word_of(web, LLVMGetOperand(member, 2), member);
    place_before(web, member);
    return LLVMBuildSelect(web->builder, LLVMGetOperand(member, 0), first, second, "");
  case LLVMFreeze:
    first = word_of(web, LLVMGetOperand(member, 0), member);
    place_before(web, member);
    return LLVMBuildFreeze(web->builder, first, "");
  default:
    place_before(web, member);
    first = LLVMBuildLoad2(web->builder, web->word, LLVMGetOperand(member, 0), "");
    prepare_describe_part(member, first, 0);
    return first;
  }
}

/* The word that `value` is where `user` stands. */
static LLVMValueRef word_of(Web *web, LLVMValueRef value, LLVMValueRef user) {
  LLVMValueRef word = map_get(web->words, value);
  if (word && word != value)
    return word;
  if (word) {
    word = make_word(web, value);
    map_set(web->words, value, word);
    return word;
  }
  if (LLVMIsABitCastInst(value) && LLVMTypeOf(LLVMGetOperand(value, 0)) == web->word)
    return LLVMGetOperand(value, 0);
  place_before(web, user);
  return LLVMBuildBitCast(web->builder, value, web->word, "");
}

static void fill_phi(Web *web, LLVMValueRef phi) {
  LLVMValueRef word = map_get(web->words, phi);
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    LLVMValueRef incoming = NULL;
    for (unsigned k = 0; k < i && !incoming; k++) /* of one block, always the same */
      if (LLVMGetIncomingBlock(word, k) == from)
        incoming = LLVMGetIncomingValue(word, k);
    if (!incoming)
      incoming = word_of(web, LLVMGetIncomingValue(phi, i), LLVMGetBasicBlockTerminator(from));
    LLVMAddIncoming(word, &incoming, &from, 1);
  }
}

/* Whoever is no member takes the word, or the number that it is. */
static void replace_uses(Web *web, LLVMValueRef member) {
  LLVMValueRef word = map_get(web->words, member), number = NULL;
  for (LLVMUseRef next, use = LLVMGetFirstUse(member); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (map_has(web->words, user) || !LLVMIsABitCastInst(user) || LLVMTypeOf(user) != web->word)
      continue;
    LLVMReplaceAllUsesWith(user, word);
    LLVMInstructionEraseFromParent(user);
  }
  place_before(web, build_point_after(word));
  number = LLVMBuildBitCast(web->builder, word, LLVMTypeOf(member), "");
  LLVMReplaceAllUsesWith(member, number);
  LLVMInstructionEraseFromParent(member);
  if (!LLVMGetFirstUse(number))
    LLVMInstructionEraseFromParent(number);
}

void prepare_reveal_addresses(Arena *arena, LLVMValueRef function) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  Web web = {.arena = arena,
             .builder = LLVMCreateBuilderInContext(context),
             .word = LLVMIntPtrTypeInContext(
                 context, LLVMGetModuleDataLayout(LLVMGetGlobalParent(function))),
             .words = map_create(arena)};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      look_at(&web, instruction);
  for (size_t i = 0; i < web.members.count; i++)
    word_of(&web, web.members.items[i], NULL);
  for (size_t i = 0; i < web.members.count; i++)
    if (LLVMIsAPHINode(web.members.items[i]))
      fill_phi(&web, web.members.items[i]);
  for (size_t i = 0; i < web.members.count; i++)
    replace_uses(&web, web.members.items[i]);
  LLVMDisposeBuilder(web.builder);
}
