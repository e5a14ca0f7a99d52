/* type_asked.c: what derivation asks of the bytes of values, of memory, and of what accesses move:
 * first without, then with what flows to parameters from all callers. */
#include "type_walk.h"

#define ASK(question, argument, offset)                                                            \
  ByteType byte = question(facts, argument, offset);                                               \
  const TypeFacts *more = byte.kind == BYTE_UNKNOWN ? types_with_callers(facts) : NULL;            \
  return more ? question(more, argument, offset) : byte

static ByteType ask_value(const TypeFacts *facts, LLVMValueRef value, uint64_t offset) {
  ASK(types_value_byte, value, offset);
}

static ByteType ask_access(const TypeFacts *facts, LLVMValueRef instruction, uint64_t offset) {
  ASK(types_access_byte, instruction, offset);
}

enum { LONGEST_TEXT = 8 };

/* The bytes of an integer that may be text; 0: of no such type. */
static unsigned text_size(LLVMTypeRef type) {
  bool integer = type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  unsigned size = integer ? (LLVMGetIntTypeWidth(type) + 7) / 8 : 0;
  return size >= 2 && size <= LONGEST_TEXT ? size : 0;
}

ByteType types_of_value(const TypeFacts *facts, LLVMValueRef value, uint64_t offset) {
  ByteType byte = ask_value(facts, value, offset);
  bool chosen = LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
  bool asks = byte.kind >= BYTE_MIXED || (byte.kind == BYTE_INTEGER && chosen);
  unsigned size = asks ? text_size(LLVMTypeOf(value)) : 0;
  ByteKind kinds[LONGEST_TEXT];
  for (unsigned i = 0; i < size; i++)
    kinds[i] = ask_value(facts, value, i).kind;
  if (size)
    byte = text_settle(facts, kinds, size, (unsigned)offset, byte);
  uint64_t other;
  if (!types_other_half(byte, offset, &other))
    return byte;
  return types_unless_torn(byte, ask_value(facts, value, other));
}

ByteType types_of_memory(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset) {
  ASK(types_memory_byte, pointer, offset);
}

static LLVMTypeRef type_moved(LLVMValueRef access) {
  return LLVMIsAStoreInst(access)  ? LLVMTypeOf(LLVMGetOperand(access, 0))
         : LLVMIsALoadInst(access) ? LLVMTypeOf(access)
                                   : NULL;
}

static ByteType unless_torn(const TypeFacts *facts, LLVMValueRef access, LLVMTypeRef type,
                            uint64_t offset, ByteType byte) {
  bool words = !type || LLVMStoreSizeOfType(facts->layout, type) >= sizeof(void *);
  uint64_t other;
  if (!types_other_half(byte, offset, &other) || !words)
    return byte;
  return types_unless_torn(byte, ask_access(facts, access, other));
}

/* All bytes of an integer, of which each depends on the others: the answers are kept. */
static const ByteType *bytes_of_integer(const TypeFacts *facts, LLVMValueRef access,
                                        LLVMTypeRef type, unsigned size) {
  ByteType *bytes = map_get(facts->integers, access);
  if (bytes)
    return bytes;
  ByteKind kinds[LONGEST_TEXT];
  bytes = ARENA_ARRAY(facts->arena, ByteType, size);
  for (unsigned i = 0; i < size; i++) {
    bytes[i] = ask_access(facts, access, i);
    kinds[i] = bytes[i].kind;
  }
  for (unsigned i = 0; i < size; i++) {
    bool text = kinds[i] == BYTE_INTEGER || kinds[i] >= BYTE_MIXED;
    if (text)
      bytes[i] = text_settle(facts, kinds, size, i, bytes[i]);
    bytes[i] = unless_torn(facts, access, type, i, bytes[i]);
  }
  map_set(facts->integers, access, bytes);
  return bytes;
}

ByteType types_of_access(const TypeFacts *facts, LLVMValueRef instruction, uint64_t offset) {
  LLVMTypeRef type = type_moved(instruction);
  unsigned size = text_size(type);
  if (offset < size)
    return bytes_of_integer(facts, instruction, type, size)[offset];
  return unless_torn(facts, instruction, type, offset, ask_access(facts, instruction, offset));
}
