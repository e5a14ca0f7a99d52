/* Words of a union that are chosen between a number's bits and something else ahead of a branch on
 * the same condition, as LLVM does where one of them costs nothing to have: behind the branch such
 * a word is what it was chosen to be there, an integer or a number and not either.
 *
 *   w = select c, bitcast x, 41           w = select c, bitcast x, 41
 *   br c, number, text               ->   br c, number, text
 *   text: size = w >> 1                   text: size = 41 >> 1
 *
 * Requires: nothing. Invalidates: nothing. */
#include "prepare.h"

typedef struct {
  Arena *arena;
  BridgeAnalysesRef analyses;
  bool changed;
} Known;

static bool is_bits_of_number(LLVMValueRef value) {
  return LLVMIsABitCastInst(value) && type_is_float_or_vector(LLVMTypeOf(LLVMGetOperand(value, 0)));
}

static bool is_word(LLVMValueRef select) {
  return LLVMGetTypeKind(LLVMTypeOf(select)) == LLVMIntegerTypeKind &&
         !LLVMIsAConstant(LLVMGetOperand(select, 0)) &&
         (is_bits_of_number(LLVMGetOperand(select, 1)) ||
          is_bits_of_number(LLVMGetOperand(select, 2)));
}

/* Puts `chosen` in the place of the word wherever control comes through `entered` alone. */
static void replace_behind(Known *known, LLVMValueRef word, LLVMBasicBlockRef entered,
                           LLVMValueRef chosen) {
  ValueArray users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(word); use; use = LLVMGetNextUse(use))
    ARRAY_PUSH(known->arena, users, LLVMGetUser(use));
  for (size_t i = 0; i < users.count; i++) {
    LLVMValueRef user = users.items[i];
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
      if (LLVMGetOperand(user, k) != word)
        continue;
      LLVMBasicBlockRef where =
          LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, k) : LLVMGetInstructionParent(user);
      if (!bridge_block_dominates(known->analyses, entered, where))
        continue;
      LLVMSetOperand(user, k, chosen);
      known->changed = true;
    }
  }
}

static void know_word(Known *known, LLVMValueRef word) {
  LLVMValueRef condition = LLVMGetOperand(word, 0);
  for (LLVMUseRef use = LLVMGetFirstUse(condition); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef branch = LLVMGetUser(use);
    if (!LLVMIsABranchInst(branch) || LLVMGetSuccessor(branch, 0) == LLVMGetSuccessor(branch, 1))
      continue;
    for (unsigned i = 0; i < 2; i++)
      if (block_has_one_predecessor(LLVMGetSuccessor(branch, i)))
        replace_behind(known, word, LLVMGetSuccessor(branch, i), LLVMGetOperand(word, i + 1));
  }
}

bool prepare_know_choices(Arena *arena, LLVMValueRef function) {
  Known known = {.arena = arena};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (word, block) {
      if (!LLVMIsASelectInst(word) || !is_word(word))
        continue;
      if (!known.analyses)
        known.analyses = bridge_analyses_create(function);
      know_word(&known, word);
    }
  if (known.analyses)
    bridge_analyses_dispose(known.analyses);
  return known.changed;
}
