/* type_access.c: the kinds of the bytes that one access, copy or fill moves: its own type and its
 * source and target may tell more than the memory, where objects of several kinds came together. */
#include "type_walk.h"
#include <string.h>

/* A literal: characters that end in a null. No table of floating point looks like that. */
static bool is_text(LLVMValueRef pointer) {
  LLVMValueRef global = LLVMIsAGlobalVariable(pointer);
  LLVMValueRef initialiser =
      global && LLVMIsGlobalConstant(global) ? LLVMGetInitializer(global) : NULL;
  if (!initialiser || !LLVMIsAConstantDataArray(initialiser) || !LLVMIsConstantString(initialiser))
    return false;
  size_t length;
  const char *text = LLVMGetAsString(initialiser, &length);
  for (size_t i = 0; i + 1 < length; i++)
    if ((text[i] < ' ' && !strchr("\t\n\r", text[i])) || text[i] == 127 || text[i] == 0)
      return false;
  return length > 0 && text[length - 1] == 0;
}

static bool is_clear(ByteType byte) {
  return byte.kind != BYTE_UNKNOWN && byte.kind != BYTE_CONFLICT;
}

ByteType types_of_all_there(const TypeFacts *facts, LLVMValueRef pointer) {
  Location place;
  if (!types_locate(facts, pointer, &place))
    return (ByteType){BYTE_UNKNOWN, NULL, 0};
  return types_of_several_at(facts, place, 0);
}

/* What a copy finds, or leaves, at `pointer` + `offset`. `settled`: the memory there is of one
 * kind. What pointers have brought together does not change what a variable was declared to hold.
 */
static ByteType moved_byte(const TypeFacts *facts, LLVMValueRef pointer, uint64_t offset,
                           bool *settled) {
  ByteType declared = types_only_declared_byte(facts, pointer, (int64_t)offset);
  ByteType byte = types_memory_byte(facts, pointer, (int64_t)offset);
  Location place;
  *settled = true;
  if (is_clear(declared) && declared.kind != BYTE_INTEGER)
    return declared;
  if (is_clear(declared) || !types_locate(facts, pointer, &place))
    return byte;
  ByteType several = types_of_several_at(facts, place, (int64_t)offset);
  *settled = !object_is_of_several(place.object) && several.kind < BYTE_MIXED;
  return *settled || several.kind == BYTE_UNKNOWN ? byte : several;
}

/* What a copy moves: what its target tells, or, where that does not, its source. Arrays of one
 * stride in one structure blur each other, unless it is a variable with a type. */
static ByteType copied_byte(const TypeFacts *facts, LLVMValueRef copy, uint64_t offset) {
  bool settled, source_settled;
  ByteType target = moved_byte(facts, LLVMGetOperand(copy, 0), offset, &settled);
  if ((settled && is_clear(target)) || !types_is_memory_copy(facts, copy))
    return target;
  ByteType source = moved_byte(facts, LLVMGetOperand(copy, 1), offset, &source_settled);
  if (source_settled && is_clear(source))
    return source;
  return is_clear(source) || target.kind == BYTE_UNKNOWN ? source : target;
}

ByteType types_access_byte(const TypeFacts *facts, LLVMValueRef instruction, uint64_t offset) {
  LLVMValueRef value = NULL, pointer = NULL;
  ByteType unknown = {BYTE_UNKNOWN, NULL, 0};
  if (LLVMIsALoadInst(instruction)) {
    value = instruction;
    pointer = LLVMGetOperand(instruction, 0);
  } else if (LLVMIsAStoreInst(instruction)) {
    value = LLVMGetOperand(instruction, 0);
    pointer = LLVMGetOperand(instruction, 1);
  } else if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction)) {
    pointer = LLVMGetOperand(instruction, 0);
    value = LLVMGetOperand(instruction, 1);
  } else if (types_is_memory_copy(facts, instruction) && is_text(LLVMGetOperand(instruction, 1))) {
    return (ByteType){BYTE_INTEGER, NULL, 0};
  } else if (types_is_memory_copy(facts, instruction) || types_is_memory_set(facts, instruction)) {
    return copied_byte(facts, instruction, offset);
  } else {
    return unknown;
  }
  ByteType byte = types_value_byte(facts, value, offset);
  if (byte.kind != BYTE_UNKNOWN)
    return byte;
  return types_memory_byte(facts, pointer, (int64_t)offset);
}

bool types_other_half(ByteType byte, uint64_t offset, uint64_t *other) {
  enum { HALF = sizeof(void *) / 2 };
  bool begins = byte.offset < HALF;
  if (!begins && offset < HALF)
    return false; /* the word began before what is asked of */
  *other = begins ? offset + HALF : offset - HALF;
  return byte.kind == BYTE_POINTER ||
         (byte.kind == BYTE_MIXED && LLVMGetTypeKind(byte.type) != LLVMFloatTypeKind);
}

ByteType types_unless_torn(ByteType byte, ByteType other) {
  bool alike = other.kind == byte.kind && other.type == byte.type;
  bool torn = byte.kind == BYTE_MIXED ? other.kind != BYTE_UNKNOWN && !alike
                                      : other.kind == BYTE_FLOAT || other.kind >= BYTE_MIXED;
  if (torn)
    byte.kind = BYTE_CONFLICT;
  return byte;
}
