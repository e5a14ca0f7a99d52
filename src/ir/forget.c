/* Variables lose their values where nothing reads them any more. What waits in memory while loops
 * get one entry would otherwise seem to be carried through that entry by every loop around it, and
 * each of thousands of values would be chosen there anew among hundreds of ways. */
#include "ir.h"

#include <string.h>

enum { WORD = 64, MOST_WORDS = 1 << 24 };

typedef struct {
  Arena *arena;
  ValueArray variables;
  BlockArray blocks;
  Map *numbers;                    /* variable or block -> its number and 1 */
  size_t words;                    /* of a set of variables */
  uint64_t *read, *written, *live; /* of each block: first read, or written; at its beginning */
  size_t *first;                   /* of each block: where its successors begin in `next` */
  ARRAY(size_t) next;
  ARRAY(size_t) order; /* of blocks: what one leads to comes first, as far as it can */
} Liveness;

static bool is_access_of(LLVMValueRef user, LLVMValueRef variable) {
  if (LLVMIsALoadInst(user))
    return true;
  return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
}

static bool is_variable(LLVMValueRef instruction) {
  if (!LLVMIsAAllocaInst(instruction))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_access_of(user, instruction) || LLVMGetVolatile(user) ||
        (LLVMIsAStoreInst(user) ? LLVMTypeOf(LLVMGetOperand(user, 0)) : LLVMTypeOf(user)) !=
            LLVMGetAllocatedType(instruction))
      return false;
  }
  return true;
}

static size_t number_of(const Liveness *liveness, const void *key) {
  return (size_t)map_get(liveness->numbers, key) - 1;
}

static bool is_live(const Liveness *liveness, size_t block, size_t variable) {
  return liveness->live[block * liveness->words + variable / WORD] >> variable % WORD & 1;
}

/* Of the variables that `seen` found to be live at the beginning of a block, or of all. */
static bool collect(Liveness *liveness, LLVMValueRef function, const Liveness *seen,
                    LLVMBasicBlockRef live_at) {
  if (!seen)
    FOR_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(function))
      if (is_variable(instruction))
        ARRAY_PUSH(liveness->arena, liveness->variables, instruction);
  for (size_t i = 0; seen && i < seen->variables.count; i++)
    if (is_live(seen, number_of(seen, live_at), i))
      ARRAY_PUSH(liveness->arena, liveness->variables, seen->variables.items[i]);
  for (size_t i = 0; i < liveness->variables.count; i++)
    map_set(liveness->numbers, liveness->variables.items[i], (void *)(i + 1));
  FOR_EACH_BLOCK (block, function) {
    ARRAY_PUSH(liveness->arena, liveness->blocks, block);
    map_set(liveness->numbers, block, (void *)liveness->blocks.count);
  }
  liveness->words = liveness->variables.count / WORD + 1;
  return liveness->variables.count > 0 &&
         liveness->blocks.count < (size_t)MOST_WORDS / liveness->words;
}

/* What a block reads before it writes it, and what it writes. */
static void look_at(Liveness *liveness, size_t block) {
  uint64_t *read = &liveness->read[block * liveness->words];
  uint64_t *written = &liveness->written[block * liveness->words];
  FOR_EACH_INSTRUCTION (access, liveness->blocks.items[block]) {
    bool loads = LLVMIsALoadInst(access) != NULL;
    if (!loads && !LLVMIsAStoreInst(access))
      continue;
    LLVMValueRef variable = LLVMGetOperand(access, loads ? 0 : 1);
    if (!map_has(liveness->numbers, variable))
      continue;
    size_t number = number_of(liveness, variable);
    uint64_t bit = (uint64_t)1 << number % WORD;
    if (loads && !(written[number / WORD] & bit))
      read[number / WORD] |= bit;
    if (!loads)
      written[number / WORD] |= bit;
  }
}

static void find_successors(Liveness *liveness, LLVMBasicBlockRef looking, const BlockArray *ways) {
  liveness->first = ARENA_ARRAY(liveness->arena, size_t, liveness->blocks.count + 1);
  for (size_t i = 0; i < liveness->blocks.count; i++) {
    bool restricted = ways && liveness->blocks.items[i] == looking;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(liveness->blocks.items[i]);
    size_t count = restricted ? ways->count : LLVMGetNumSuccessors(end);
    for (size_t k = 0; k < count; k++)
      ARRAY_PUSH(
          liveness->arena, liveness->next,
          number_of(liveness, restricted ? ways->items[k] : LLVMGetSuccessor(end, (unsigned)k)));
    liveness->first[i + 1] = liveness->next.count;
  }
}

static void find_order(Liveness *liveness) {
  bool *seen = ARENA_ARRAY(liveness->arena, bool, liveness->blocks.count);
  size_t *path = ARENA_ARRAY(liveness->arena, size_t, liveness->blocks.count);
  size_t *at = ARENA_ARRAY(liveness->arena, size_t, liveness->blocks.count);
  size_t depth = 0;
  for (size_t start = 0; start < liveness->blocks.count; start++) {
    if (seen[start])
      continue;
    seen[start] = true;
    at[start] = liveness->first[start];
    for (path[depth++] = start; depth;) {
      size_t block = path[depth - 1];
      if (at[block] == liveness->first[block + 1]) {
        ARRAY_PUSH(liveness->arena, liveness->order, block);
        depth--;
        continue;
      }
      size_t next = liveness->next.items[at[block]++];
      if (seen[next])
        continue;
      seen[next] = true;
      at[next] = liveness->first[next];
      path[depth++] = next;
    }
  }
}

/* Adds what is live at the beginning of a block to which another one leads; did that change the
 * latter's? */
static bool add_live(Liveness *liveness, size_t block, size_t next) {
  const uint64_t *there = &liveness->live[next * liveness->words];
  const uint64_t *written = &liveness->written[block * liveness->words];
  uint64_t *live = &liveness->live[block * liveness->words], changed = 0;
  for (size_t i = 0; i < liveness->words; i++) {
    uint64_t more = live[i] | (there[i] & ~written[i]);
    changed |= more ^ live[i];
    live[i] = more;
  }
  return changed != 0;
}

static void find_live(Liveness *liveness) {
  size_t size = liveness->blocks.count * liveness->words;
  liveness->read = ARENA_ARRAY(liveness->arena, uint64_t, size);
  liveness->written = ARENA_ARRAY(liveness->arena, uint64_t, size);
  liveness->live = ARENA_ARRAY(liveness->arena, uint64_t, size);
  for (size_t i = 0; i < liveness->blocks.count; i++)
    look_at(liveness, i);
  memcpy(liveness->live, liveness->read, size * sizeof *liveness->live);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < liveness->order.count; i++) {
      size_t block = liveness->order.items[i];
      for (size_t k = liveness->first[block]; k < liveness->first[block + 1]; k++)
        changed |= add_live(liveness, block, liveness->next.items[k]);
    }
  }
}

static bool compute(Liveness *liveness, LLVMValueRef function, const Liveness *seen,
                    LLVMBasicBlockRef looking, const BlockArray *ways) {
  liveness->numbers = map_create(liveness->arena);
  if (!collect(liveness, function, seen, looking))
    return false;
  find_successors(liveness, looking, ways);
  find_order(liveness);
  find_live(liveness);
  return true;
}

static void forget(const Liveness *liveness, LLVMBuilderRef builder, const BlockArray *ends) {
  for (size_t i = 0; i < ends->count; i++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(ends->items[i]);
    size_t next = number_of(liveness, LLVMGetSuccessor(last, 0));
    LLVMPositionBuilderBefore(builder, last);
    for (size_t k = 0; k < liveness->variables.count; k++) {
      LLVMValueRef variable = liveness->variables.items[k];
      if (!is_live(liveness, next, k))
        LLVMBuildStore(builder, LLVMGetUndef(LLVMGetAllocatedType(variable)), variable);
    }
  }
}

void variables_forget(LLVMValueRef function, const LoopEntry *entries, size_t count) {
  Arena *arena = arena_create();
  Liveness all = {.arena = arena};
  if (count > 0 && compute(&all, function, NULL, NULL, NULL)) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (size_t i = 0; i < count; i++) {
      Arena *own = arena_create();
      Liveness of_entry = {.arena = own};
      if (compute(&of_entry, function, &all, entries[i].looking, &entries[i].ways))
        forget(&of_entry, builder, &entries[i].again);
      forget(&all, builder, &entries[i].left);
      arena_destroy(own);
    }
    LLVMDisposeBuilder(builder);
  }
  arena_destroy(arena);
}
