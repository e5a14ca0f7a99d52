/* join_stores: a word that is stored byte by byte, among stores of other bytes, is stored at once.
 * An optimiser has seen both numbers that a loop over bytes exchanges: it keeps them in registers,
 * and leaves the stores of their bytes in turns.
 *
 * Requires: nothing. Invalidates: nothing. */
#include "bit_word.h"

enum { MOST_PARTS = 8 };

/* The word of which the store writes the byte from bit `shift` on; NULL if it is no such store. */
static LLVMValueRef word_of(LLVMValueRef store, uint64_t *shift) {
  LLVMValueRef part = LLVMIsAStoreInst(store) ? LLVMIsATruncInst(LLVMGetOperand(store, 0)) : NULL;
  if (!part || bits_of_integer(LLVMTypeOf(part)) != 8 || LLVMGetVolatile(store) ||
      LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
    return NULL;
  LLVMValueRef word = LLVMGetOperand(part, 0);
  *shift = 0;
  if (LLVMIsABinaryOperator(word) && LLVMGetInstructionOpcode(word) == LLVMLShr &&
      LLVMIsAConstantInt(LLVMGetOperand(word, 1))) {
    *shift = LLVMConstIntGetZExtValue(LLVMGetOperand(word, 1));
    word = LLVMGetOperand(word, 0);
  }
  return word;
}

/* Does the store go `offset` bytes behind the pointer? */
static bool is_behind(LLVMValueRef store, LLVMValueRef pointer, uint64_t offset) {
  LLVMValueRef place = LLVMGetOperand(store, 1);
  if (offset == 0)
    return place == pointer;
  return LLVMIsAGetElementPtrInst(place) && LLVMGetOperand(place, 0) == pointer &&
         LLVMGetNumOperands(place) == 2 && LLVMIsAConstantInt(LLVMGetOperand(place, 1)) &&
         bits_of_integer(LLVMGetGEPSourceElementType(place)) == 8 &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(place, 1)) == offset;
}

typedef struct {
  LLVMValueRef parts[MOST_PARTS], last; /* by their places; the last one in the block */
  unsigned count;
} WordStores;

/* The stores of all bytes of the word of which `first` writes the lowest. */
static bool find_parts(LLVMValueRef first, WordStores *stores) {
  uint64_t shift;
  LLVMValueRef word = word_of(first, &shift), pointer = LLVMGetOperand(first, 1);
  unsigned width = word && shift == 0 ? bits_of_integer(LLVMTypeOf(word)) : 0, found = 0;
  if (width != 32 && width != 64)
    return false;
  *stores = (WordStores){.count = width / 8};
  FOR_EACH_INSTRUCTION (store, LLVMGetInstructionParent(first)) {
    uint64_t at = 0;
    if (!LLVMIsAStoreInst(store) || word_of(store, &at) != word || at % 8 || at >= width ||
        stores->parts[at / 8] || !is_behind(store, pointer, at / 8))
      continue;
    stores->parts[at / 8] = store;
    stores->last = store;
    found++;
  }
  return found == stores->count && stores->parts[0] == first;
}

static bool is_part(const WordStores *stores, LLVMValueRef store) {
  for (unsigned i = 0; i < stores->count; i++)
    if (stores->parts[i] == store)
      return true;
  return false;
}

/* May all of them stand where the last one does? */
static bool may_sink(BridgeAnalysesRef analyses, const WordStores *stores) {
  for (unsigned i = 0; i < stores->count; i++)
    for (LLVMValueRef next = stores->parts[i]; next != stores->last;) {
      next = LLVMGetNextInstruction(next);
      bool access = LLVMIsALoadInst(next) || LLVMIsAStoreInst(next);
      if (is_part(stores, next) ||
          (!access && !LLVMIsACallInst(next) && !LLVMIsAAtomicRMWInst(next) &&
           !LLVMIsAAtomicCmpXchgInst(next) && !LLVMIsAFenceInst(next)))
        continue;
      if (!access || bridge_alias_instructions(analyses, stores->parts[i], next) != BRIDGE_NO_ALIAS)
        return false;
    }
  return true;
}

static void join(const WordStores *stores) {
  LLVMValueRef first = stores->parts[0];
  uint64_t shift;
  LLVMValueRef word = word_of(first, &shift);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(word)));
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(stores->last));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(first));
  LLVMSetAlignment(LLVMBuildStore(builder, word, LLVMGetOperand(first, 1)),
                   LLVMGetAlignment(first));
  LLVMDisposeBuilder(builder);
  for (unsigned i = 0; i < stores->count; i++)
    LLVMInstructionEraseFromParent(stores->parts[i]);
}

void prepare_join_stores(Arena *arena, LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  if (LLVMByteOrder(LLVMGetModuleDataLayout(module)) != LLVMLittleEndian)
    return;
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  ARRAY(WordStores) found = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (store, block) {
      WordStores stores;
      if (LLVMIsAStoreInst(store) && find_parts(store, &stores) && may_sink(analyses, &stores))
        ARRAY_PUSH(arena, found, stores);
    }
  for (size_t i = 0; i < found.count; i++)
    join(&found.items[i]);
  bridge_analyses_dispose(analyses);
}
