/* What a function moves that is less than a number: passes that put numbers together again are for
 * such functions alone. */
#include "bit_word.h"

/* Does the function move single bytes, which may be those of numbers? */
bool prepare_moves_bytes(LLVMValueRef function) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (store, block) {
      LLVMValueRef value = LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 0) : NULL;
      if (value && LLVMIsALoadInst(value) && LLVMTypeOf(value) == byte)
        return true;
    }
  return false;
}

/* Does a word go to memory, or come from there, in parts, as a number that is written byte by byte?
 */
static bool is_part(LLVMValueRef value) {
  enum { NUMBER = 32 };
  if (LLVMIsAStoreInst(value)) {
    LLVMValueRef part = LLVMIsATruncInst(LLVMGetOperand(value, 0));
    LLVMValueRef word = part ? LLVMGetOperand(part, 0) : NULL;
    return word && LLVMIsAInstruction(word) && LLVMGetInstructionOpcode(word) == LLVMLShr &&
           bits_of_integer(LLVMTypeOf(part)) < NUMBER;
  }
  LLVMValueRef part = LLVMIsAZExtInst(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMUseRef use = part ? LLVMGetFirstUse(value) : NULL;
  LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
  return user && LLVMIsALoadInst(part) && bits_of_integer(LLVMTypeOf(part)) < NUMBER &&
         LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == LLVMShl;
}

/* Are parts of a word moved, or some of no natural width? A temporary of which the first byte alone
 * was cleared at first, as in a std::vector that inserts, is taken apart into that byte and the
 * rest. */
bool prepare_moves_parts(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (store, block) {
      LLVMTypeRef type = LLVMIsAStoreInst(store) ? LLVMTypeOf(LLVMGetOperand(store, 0)) : NULL;
      unsigned width = type ? bits_of_integer(type) : 0;
      if (width % 8 == 0 && (width & (width - 1)) != 0)
        return true;
      if (is_part(store))
        return true;
    }
  return false;
}
