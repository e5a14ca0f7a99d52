/* lost_address.c: an address that is made of an integer, where none is known to have gone into it.
 * What lies there would count as constant memory, and its derivative would be lost unseen. */
#include "diff.h"

/* Of words that are numbers by turns there may be none that is an address. */
static bool may_be_number(const TypeFacts *types, LLVMValueRef word) {
  for (unsigned i = 0; i < LLVMGetIntTypeWidth(LLVMTypeOf(word)) / 8; i++)
    if (types_of_value(types, word, i).kind >= BYTE_FLOAT)
      return true;
  return false;
}

static bool is_lost(const TypeFacts *types, LLVMValueRef instruction) {
  if (!LLVMIsAIntToPtrInst(instruction))
    return false;
  LLVMValueRef word = LLVMGetOperand(instruction, 0);
  return LLVMGetTypeKind(LLVMTypeOf(word)) == LLVMIntegerTypeKind && !LLVMIsAConstant(word) &&
         types_is_lost(types, instruction) && !may_be_number(types, word);
}

bool lost_addresses_check(const DiffContext *diff, const Map *functions) {
  bool fine = true;
  for (size_t i = 0; i < map_count(functions); i++) {
    const void *function;
    map_entry(functions, i, &function);
    FOR_EACH_BLOCK (block, (LLVMValueRef)function)
      FOR_EACH_INSTRUCTION (instruction, block)
        if (is_lost(diff->types, instruction)) {
          diag_at(diff->sink, instruction, DIAG_LOST_ADDRESS);
          fine = false;
        }
  }
  return fine;
}
