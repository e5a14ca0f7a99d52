/* type_origin.c: what a word in a register is by what its bits come from, whatever else its memory
 * holds. */
#include "type_walk.h"

typedef struct {
  LLVMTypeRef number; /* of the numbers among it; NULL: none */
  bool address;
} Origins;

/* False if it is not known of all that comes in. */
static bool add_origins(const TypeFacts *facts, Origins *origins, LLVMValueRef word, Map *seen) {
  if (LLVMIsAConstantInt(word) || LLVMIsUndef(word) || map_has(seen, word))
    return true;
  map_set(seen, word, word);
  if (LLVMIsAPtrToIntInst(word) || LLVMIsAConstantExpr(word))
    return origins->address = true;
  if (LLVMIsABitCastInst(word)) {
    origins->number = LLVMTypeOf(LLVMGetOperand(word, 0));
    return LLVMGetTypeKind(origins->number) == LLVMDoubleTypeKind;
  }
  LLVMTypeRef declared = types_declared_number(facts, word);
  if (declared && (!origins->number || origins->number == declared)) {
    origins->number = declared;
    return true;
  }
  if (!LLVMIsAPHINode(word) && !LLVMIsASelectInst(word) && !LLVMIsAFreezeInst(word))
    return false;
  for (int i = LLVMIsASelectInst(word) ? 1 : 0; i < LLVMGetNumOperands(word); i++)
    if (!add_origins(facts, origins, LLVMGetOperand(word, (unsigned)i), seen))
      return false;
  return true;
}

ByteType types_byte_by_origin(const TypeFacts *facts, LLVMValueRef word, uint64_t offset,
                              ByteType byte) {
  Origins origins = {0};
  LLVMTypeRef type = LLVMTypeOf(word);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 64 ||
      !add_origins(facts, &origins, word, map_create(facts->arena)) || !origins.number)
    return byte;
  uint64_t size = LLVMStoreSizeOfType(facts->layout, origins.number);
  if (origins.address && size < 8)
    return byte;
  return (ByteType){origins.address ? BYTE_MIXED : BYTE_FLOAT, origins.number,
                    (unsigned)(offset % size)};
}
