/* Vectors of integers that are but moved. Of bytes, as a loop which copies or swaps memory byte by
 * byte leaves them once it is unrolled, they move word by word, each of which may be a number or an
 * address. Of 32 bits, as neighbours of several kinds are joined, a float and an integer, say, they
 * move lane by lane, each of which is of its kind.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

typedef struct {
  unsigned lane_bits;
  unsigned lanes; /* that are one word */
} Moving;

static const Moving bytes = {8, 8}, halves = {32, 1};

/* Loads, and choices and rearrangements of them. */
typedef struct {
  Arena *arena;
  LLVMBuilderRef builder;
  Moving moving;
  LLVMTypeRef word;
  ValueArray members;
  Map *words; /* member -> LLVMValueRef[], one for each word; NULL until they are built */
  Map *seen;
} Web;

static bool is_plain(LLVMValueRef access) {
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* How many words such a vector has; 0 if its lanes are none of these. */
static unsigned word_count(Moving moving, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  bool fits = LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
              LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
              LLVMGetIntTypeWidth(LLVMGetElementType(type)) == moving.lane_bits;
  return fits && LLVMGetVectorSize(type) % moving.lanes == 0
             ? LLVMGetVectorSize(type) / moving.lanes
             : 0;
}

static uint64_t word_bytes(Moving moving) { return moving.lane_bits / 8 * moving.lanes; }

/* The word of its operands that a rearrangement has as its own at `index`, counted through both;
 * -1: any will do. False if it is made of parts. */
static bool find_source(Moving moving, LLVMValueRef shuffle, unsigned index, int *source) {
  int first = LLVMGetMaskValue(shuffle, index * moving.lanes), lanes = (int)moving.lanes;
  *source = first < 0 ? -1 : first / lanes;
  if (first > 0 && first % lanes != 0)
    return false;
  for (int i = 1; i < lanes; i++)
    if (LLVMGetMaskValue(shuffle, index * moving.lanes + (unsigned)i) !=
        (first < 0 ? -1 : first + i))
      return false;
  return true;
}

static bool moves_whole_words(Moving moving, LLVMValueRef shuffle) {
  int source;
  if (!word_count(moving, LLVMGetOperand(shuffle, 0)))
    return false;
  for (unsigned i = 0; i < word_count(moving, shuffle); i++)
    if (!find_source(moving, shuffle, i, &source))
      return false;
  return true;
}

/* Where an access is known to begin within a word, it moves none. */
static bool joins(Web *web, LLVMValueRef value) {
  unsigned alignment = LLVMIsALoadInst(value) ? LLVMGetAlignment(value) : 0;
  bool fits = LLVMIsALoadInst(value)
                  ? is_plain(value) && (alignment == 1 || alignment >= word_bytes(web->moving))
              : LLVMIsAShuffleVectorInst(value) ? moves_whole_words(web->moving, value)
                                                : LLVMIsAPHINode(value) != NULL;
  if (!fits || !word_count(web->moving, value))
    return false;
  if (!map_has(web->seen, value)) {
    map_set(web->seen, value, value);
    ARRAY_PUSH(web->arena, web->members, value);
  }
  return true;
}

static bool gather_sources(Web *web, LLVMValueRef member) {
  unsigned count = LLVMIsAPHINode(member)             ? LLVMCountIncoming(member)
                   : LLVMIsAShuffleVectorInst(member) ? 2
                                                      : 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef source = LLVMGetOperand(member, i);
    if (!LLVMIsUndef(source) && !joins(web, source))
      return false;
  }
  return true;
}

/* A variable that is a vector in the source, too: it is not taken apart. */
static bool is_vector_variable(LLVMValueRef pointer) {
  LLVMValueRef variable = bridge_underlying_object(pointer);
  return LLVMIsAAllocaInst(variable) &&
         LLVMGetTypeKind(LLVMGetAllocatedType(variable)) == LLVMVectorTypeKind;
}

static bool gather(Web *web, LLVMValueRef load) {
  if (!joins(web, load) || !LLVMGetFirstUse(load))
    return false;
  for (size_t i = 0; i < web->members.count; i++) {
    LLVMValueRef member = web->members.items[i];
    bool of_variable = LLVMIsALoadInst(member) && is_vector_variable(LLVMGetOperand(member, 0));
    if (!gather_sources(web, member) || (of_variable && web->moving.lanes == 1))
      return false;
    for (LLVMUseRef use = LLVMGetFirstUse(member); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == member && is_plain(user);
      if (stored && web->moving.lanes == 1 && is_vector_variable(LLVMGetOperand(user, 1)))
        return false;
      if (!stored && (LLVMIsALoadInst(user) || !joins(web, user)))
        return false;
    }
  }
  return true;
}

static LLVMValueRef place_of_word(Web *web, LLVMValueRef pointer, unsigned index) {
  LLVMContextRef context = LLVMGetTypeContext(web->word);
  LLVMValueRef offset =
      LLVMConstInt(LLVMInt64TypeInContext(context), index * word_bytes(web->moving), false);
  return index == 0 ? pointer
                    : LLVMBuildInBoundsGEP2(web->builder, LLVMInt8TypeInContext(context), pointer,
                                            &offset, 1, "");
}

static LLVMValueRef *words_of(Web *web, LLVMValueRef member);

static LLVMValueRef shuffled_word(Web *web, LLVMValueRef shuffle, unsigned index) {
  unsigned count = word_count(web->moving, LLVMGetOperand(shuffle, 0));
  int source;
  find_source(web->moving, shuffle, index, &source);
  if (source < 0)
    return LLVMGetUndef(web->word);
  LLVMValueRef operand = LLVMGetOperand(shuffle, (unsigned)source >= count);
  return LLVMIsUndef(operand) ? LLVMGetUndef(web->word)
                              : words_of(web, operand)[(unsigned)source % count];
}

static LLVMValueRef *words_of(Web *web, LLVMValueRef member) {
  LLVMValueRef *words = map_get(web->words, member);
  if (words)
    return words;
  unsigned count = word_count(web->moving, member);
  words = ARENA_ARRAY(web->arena, LLVMValueRef, count);
  map_set(web->words, member, words);
  for (unsigned i = 0; i < count; i++) {
    if (LLVMIsAShuffleVectorInst(member)) {
      words[i] = shuffled_word(web, member, i);
      continue;
    }
    LLVMPositionBuilderBefore(web->builder, member);
    LLVMSetCurrentDebugLocation2(web->builder, LLVMInstructionGetDebugLoc(member));
    if (LLVMIsAPHINode(member)) {
      words[i] = LLVMBuildPhi(web->builder, web->word, "");
      continue;
    }
    LLVMValueRef place = place_of_word(web, LLVMGetOperand(member, 0), i);
    words[i] = LLVMBuildLoad2(web->builder, web->word, place, "");
    prepare_describe_part(member, words[i], i * word_bytes(web->moving));
  }
  return words;
}

static void fill_phi(Web *web, LLVMValueRef phi) {
  LLVMValueRef *words = words_of(web, phi);
  for (unsigned k = 0, count = LLVMCountIncoming(phi); k < count; k++) {
    LLVMValueRef incoming = LLVMGetIncomingValue(phi, k);
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, k);
    LLVMValueRef *sources = LLVMIsUndef(incoming) ? NULL : words_of(web, incoming);
    for (unsigned i = 0; i < word_count(web->moving, phi); i++) {
      LLVMValueRef word = sources ? sources[i] : LLVMGetUndef(web->word);
      LLVMAddIncoming(words[i], &word, &block, 1);
    }
  }
}

static void replace_stores(Web *web, LLVMValueRef member) {
  ValueArray stores = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(member); use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use)))
      ARRAY_PUSH(web->arena, stores, LLVMGetUser(use));
  LLVMValueRef *words = words_of(web, member);
  for (size_t k = 0; k < stores.count; k++) {
    LLVMValueRef old = stores.items[k];
    LLVMPositionBuilderBefore(web->builder, old);
    LLVMSetCurrentDebugLocation2(web->builder, LLVMInstructionGetDebugLoc(old));
    for (unsigned i = 0; i < word_count(web->moving, member); i++) {
      LLVMValueRef store =
          LLVMBuildStore(web->builder, words[i], place_of_word(web, LLVMGetOperand(old, 1), i));
      prepare_describe_part(old, store, i * word_bytes(web->moving));
    }
    LLVMInstructionEraseFromParent(old);
  }
}

static void move_as_words(Web *web) {
  for (size_t i = 0; i < web->members.count; i++) {
    if (LLVMIsAPHINode(web->members.items[i]))
      fill_phi(web, web->members.items[i]);
    replace_stores(web, web->members.items[i]);
  }
  for (size_t i = 0; i < web->members.count; i++)
    LLVMReplaceAllUsesWith(web->members.items[i], LLVMGetPoison(LLVMTypeOf(web->members.items[i])));
  for (size_t i = 0; i < web->members.count; i++)
    LLVMInstructionEraseFromParent(web->members.items[i]);
}

/* Is it declared to be of integers alone? */
static bool is_of_integers(LLVMValueRef load) {
  return bridge_tbaa_name(load) && !access_declares_char(load);
}

static void move_as(Moving moving, Arena *arena, LLVMBuilderRef builder, LLVMValueRef function) {
  LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(function)),
                                          (unsigned)word_bytes(moving) * 8);
  ValueArray loads = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (load, block)
      if (LLVMIsALoadInst(load) && word_count(moving, load) &&
          (moving.lanes > 1 || !is_of_integers(load)))
        ARRAY_PUSH(arena, loads, load);
  Map *done = map_create(arena);
  for (size_t i = 0; i < loads.count; i++) {
    if (map_has(done, loads.items[i]))
      continue;
    Web web = {.arena = arena,
               .builder = builder,
               .moving = moving,
               .word = word,
               .words = map_create(arena),
               .seen = map_create(arena)};
    if (!gather(&web, loads.items[i]))
      continue;
    for (size_t k = 0; k < web.members.count; k++)
      map_set(done, web.members.items[k], loads.items[i]);
    move_as_words(&web);
  }
}

void prepare_move_words(Arena *arena, LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  move_as(bytes, arena, builder, function);
  move_as(halves, arena, builder, function);
  LLVMDisposeBuilder(builder);
}
